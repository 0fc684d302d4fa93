package org.transcal.table.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.history.Histories;

/** {@code transcal monitor} with each kind of history. */
class MonitorHistoryTest {
  @TempDir private Path folder;

  @Test
  void givenTheSameNights_thenEveryKindOfHistoryHoldsTheSame() throws Exception {
    Path task = folder.resolve("task.npz");
    try (ExampleTable table = ExampleTable.make(false)) {
      table.writeArrays(task);
    }
    Path reference = folder.resolve("ref.npz");
    CommandRun.done("reference", task, "--method", "temperature", "--out", reference);

    List<List<BatchResult>> histories = new ArrayList<>();
    Path table = folder.resolve("table/batches.parquet");
    for (String kind : List.of("jsonl", "duckdb")) {
      Path history = folder.resolve("history." + kind);
      for (String at : List.of("2026-11-14", "2026-11-13", "2026-11-14")) {
        int status =
            CommandRun.of(
                    "monitor", reference, task, "--at", at, "--history", history, "--export", table)
                .status();
        assertThat(status).isIn(0, 5);
      }
      histories.add(Histories.open(history).read(Integer.MAX_VALUE));
    }

    assertThat(histories.get(0).stream().map(batch -> batch.at().toString()))
        .endsWith("2026-11-13", "2026-11-14");
    assertThat(histories.get(1)).isEqualTo(histories.get(0));
    Path folderOfTables = table.getParent();
    assertThat(Histories.open(folderOfTables).read(Integer.MAX_VALUE)).isEqualTo(histories.get(0));
    CommandRun run =
        CommandRun.of(
            "monitor",
            reference,
            task,
            "--at",
            "2026-11-15",
            "--history",
            folderOfTables,
            "--json");
    assertThat(run.err()).contains("only Spark adds to a folder, so these results are not in it");
    assertThat(Histories.open(folderOfTables).read(0)).hasSameSizeAs(histories.get(0));
    assertThat(folder.resolve("table.html")).content().contains("2026-11-13", "2026-11-15");
  }
}

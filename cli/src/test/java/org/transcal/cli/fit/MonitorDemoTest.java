package org.transcal.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.example.MonitoredDays;
import org.transcal.monitoring.example.MonitoredDays.Event;
import org.transcal.monitoring.history.Histories;

/** Sixty monitored batches, their files and what is said about them. */
class MonitorDemoTest {
  @TempDir private static Path folder;

  private static CommandRun run;
  private static List<BatchResult> batches;

  @BeforeAll
  static void demo() {
    run = CommandRun.done("demo", "--monitor", "--out", folder);
    batches =
        Histories.open(folder.resolve("history.jsonl")).read(0).stream()
            .filter(batch -> batch.segment().isEmpty())
            .skip(MonitoredDays.PERIOD)
            .toList();
  }

  @Test
  void givenMonitoringDemo_thenFilesOfEveryBatch() throws Exception {
    assertThat(OutputFiles.in(folder))
        .filteredOn(name -> !name.startsWith("."))
        .containsExactly(
            "dashboard.html",
            "history.jsonl",
            "labels",
            "nights",
            "period",
            "reference.npz",
            "task.npz");
    assertThat(OutputFiles.in(folder.resolve("period"))).hasSize(20).contains("2026-09-01.npz");
    assertThat(OutputFiles.in(folder.resolve("nights"))).hasSize(60).contains("2026-11-19.npz");
    assertThat(OutputFiles.in(folder.resolve("labels"))).hasSize(60);
    assertThat(folder.resolve("dashboard.html")).content().contains("<html");
    assertThat(Files.size(folder.resolve("dashboard.html"))).isLessThan(5L << 20);
  }

  @Test
  void givenEvents_thenTheBreakIsFoundTheSameBatchAndLabelsOfAWeekAreMissing() {
    assertThat(batches).hasSize(60);
    for (int day = 31; day <= 33; day++) {
      assertThat(MonitoredDays.eventOf(day)).isEqualTo(Event.BREAK);
      assertThat(batches.get(day - 1).alerts())
          .extracting(BatchResult.Alert::metric)
          .contains(Metric.ACCURACY);
    }
    assertThat(batches.get(52).realised()).isPresent();
    assertThat(batches.get(53).realised()).isEmpty();
  }

  @Test
  void givenEvents_thenTheTimelineNamesThem() {
    assertThat(run.out())
        .contains("days 31–33   two sensors break")
        .contains("alert the same night: accuracy")
        .contains("False alarms: ")
        .contains("days 51–57   rare parts become frequent")
        .contains(folder.resolve("dashboard.html").toString());
    assertThat(run.err()).isEmpty();
  }

  @Test
  void givenSuggestedMonitorCommand_thenItAlerts(@TempDir Path other) {
    String line =
        run.outLines().stream().filter(l -> l.startsWith("  transcal monitor")).findFirst().get();
    List<Object> words = new ArrayList<>(List.of((Object[]) line.strip().split(" ")).subList(1, 8));
    words.addAll(List.of("--dashboard", other.resolve("page.html")));

    CommandRun monitor = CommandRun.of(words.toArray());

    assertThat(monitor.status()).isEqualTo(5);
  }
}

package org.transcal.cli.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.TaskFile;
import org.transcal.workflow.OptionException;

/** No command overwrites its input. */
class InputFilesTest {
  @TempDir private Path folder;
  private Path task;

  @BeforeEach
  void writeTask() {
    task = TaskFile.small(1).write(folder.resolve("t.npz"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evaluate T --report T",
        "evaluate T:target_logits T:target_labels --report T",
        "evaluate T --model M --report M",
        "estimate T --report T",
        "estimate T --labels M --report M",
        "fit T --labels result.json --out .",
        "reference T --out T",
        "reference T --period M --out M",
        "monitor M T --at 2026-11-01 --labels rows.jsonl --history rows.jsonl",
        "monitor M T --at 2026-11-01 --dashboard M",
        "monitor M T --at 2026-11-01 --segment M:camera --json-lines M",
        "apply M T:target_logits --out M",
      })
  void givenInputAsOutput_thenNotOverwritten(String line) throws IOException {
    // given: each file that the line names, some of which would be wrong input
    Path other = Files.writeString(folder.resolve("m.npz"), "not read");
    Files.writeString(folder.resolve("m.npy"), "not read");
    Files.writeString(folder.resolve("rows.jsonl"), "not read");
    byte[] before = Files.readAllBytes(task);
    boolean toArray = line.startsWith("apply");
    String words =
        line.replace("M", toArray ? folder + "/m.npy" : other.toString())
            .replace("T", task.toString())
            .replace("result.json", folder + "/result.json")
            .replace("rows.jsonl", folder + "/rows.jsonl")
            .replace("--out .", "--out " + folder);
    Files.writeString(folder.resolve("result.json"), "row,label\n0,1\n1,0\n2,1\n");

    CommandRun run = CommandRun.of((Object[]) words.split(" "));

    assertThat(run.status()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains("which is also an input", "use another file");
    assertThat(Files.readAllBytes(task)).isEqualTo(before);
    assertThat(other).hasContent("not read");
  }

  @Test
  void givenLinkToTheInputAsOutput_thenRefused() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link.html"), task);

    CommandRun run = CommandRun.of("evaluate", task, "--report", link);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(link + ", which is also an input (" + task + ")");
  }

  @ParameterizedTest
  @CsvSource({
    "task, task/target_logits.npy",
    "task, task/source_val_labels.csv",
    "tables, tables/part/a.csv",
    "p, p_source_val_output.npy",
    "p, p_num.csv",
    "tables/part/*.csv, tables/part/a.csv",
    "tables/**/a.csv, tables/part/a.csv",
  })
  void givenPartOfTheInputAsOutput_thenRefused(String input, String output) throws IOException {
    write("task/target_logits.npy", "task/source_val_labels.csv", "tables/part/a.csv");
    write("p_source_val_output.npy", "p_num.csv");
    InputFiles files = new InputFiles().add(folder.resolve(input));

    assertThatThrownBy(() -> files.requireNot("--out", folder.resolve(output)))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining("which is also an input");
  }

  @ParameterizedTest
  @CsvSource({
    "task, task/rows.csv",
    "task, task/report.html",
    "task, task/missing.npy",
    "tables, tables/report.html",
    "p, p_rows.csv",
    "p, t.npz",
    "tables/part/*.csv, tables/part/b.parquet",
    "missing.npz, missing.npz",
  })
  void givenFileBesideTheInput_thenAllowed(String input, String output) throws IOException {
    write("task/target_logits.npy", "task/rows.csv", "task/report.html", "tables/report.html");
    write("tables/part/a.csv", "tables/part/b.parquet", "p_num.csv", "p_rows.csv");
    InputFiles files = new InputFiles().add(folder.resolve(input));

    assertThatCode(() -> files.requireNot("--out", folder.resolve(output)))
        .doesNotThrowAnyException();
  }

  private void write(String... names) throws IOException {
    for (String name : names) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "content");
    }
  }
}

package org.transcal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.cli.testing.TaskFile;

/** Names from files that hold escapes of terminals, marks that reorder words, or megabytes. */
class HiddenCharactersTest {
  @TempDir private Path folder;

  @Test
  void givenEscapesAndMarksInNames_thenNoReportOrTableHasThem() throws Exception {
    String name = "a\u202eb__c\u001b[31m\u200f\u2066__m";
    assumeTrue(OutputFiles.canName(name), "the locale does not support the file name");
    Path task = TaskFile.small(1).write(folder.resolve("tasks").resolve(name + ".npz"));
    Path out = folder.resolve("out");

    CommandRun.done("fit", task, "--method", "temperature", "--out", out.resolve("fit"));
    CommandRun.done("estimate", task, "--report", out.resolve("estimate.html"));
    CommandRun.done(
        "experiment", "--tasks", task.getParent(), "--methods", "vanilla", "--out", out);

    try (Stream<Path> files = Files.walk(out)) {
      List<Path> read = new ArrayList<>();
      for (Path file : files.toList()) {
        if (file.toString().matches(".*\\.(html|json|csv|md|tex)")) {
          read.add(file);
          assertThat(OutputFiles.text(file))
              .as(file.toString())
              .doesNotContain("\u202e", "\u001b", "\u200f", "\u2066");
        }
      }
      assertThat(read).hasSizeGreaterThan(8);
    }
    assertThat(OutputFiles.text(out.resolve("fit/result.json")))
        .contains("a\\u202Eb__c\\u001B[31m\\u200F\\u2066__m");
  }

  @Test
  void givenManyLongNames_thenTheMessageIsShort() {
    TaskFile file = TaskFile.small(1).without("source_val_logits");
    for (int i = 0; i < 30; i++) {
      file.integers("x" + i + "y".repeat(60_000), 1);
    }

    CommandRun run = CommandRun.of("fit", file.write(folder.resolve("long.npz")));

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine())
        .contains("source_val_logits is missing", "y…, ")
        .hasSizeLessThan(5000);
  }
}

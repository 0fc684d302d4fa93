package org.transcal.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;

class StandardInputTest {
  @TempDir Path folder;

  @Test
  void givenATaskOnStandardInput_thenResultsAreThoseOfTheFile() throws IOException {
    CommandRun.of("demo", "--out", folder.toString());
    Path task = folder.resolve("task.npz");

    CommandRun file = CommandRun.of("estimate", task.toString(), "--json");
    CommandRun piped = run(Files.readAllBytes(task), "estimate", "-", "--json");

    assertThat(piped.status()).as(piped.err()).isZero();
    assertThat(piped.out().replace("standard-input", "task"))
        .isEqualTo(file.out().replace(task.toString(), "TASK"));
  }

  @Test
  void givenNothingOnStandardInput_thenTheMessageSaysWhatIsNeeded() {
    CommandRun run = run(new byte[0], "estimate", "-");

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("standard input: is empty; a task as .npz is needed");
  }

  @Test
  void givenNoArchiveOnStandardInput_thenTheMessageNamesNoTemporaryFile() {
    CommandRun run = run("not a zip".getBytes(StandardCharsets.UTF_8), "evaluate", "z.npy", "-");

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).startsWith("error: standard input: is not a .npz file");
  }

  private static CommandRun run(byte[] input, Object... words) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input));
    try {
      return CommandRun.of(words);
    } finally {
      System.setIn(before);
    }
  }
}

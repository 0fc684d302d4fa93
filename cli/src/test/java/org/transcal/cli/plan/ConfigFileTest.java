package org.transcal.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;

class ConfigFileTest {
  @TempDir Path folder;

  @Test
  void givenAConfigFile_thenItsOptionsAreThoseOfTheCommand() throws IOException {
    Path config = write("out: " + folder.resolve("demo") + "\nseed: 7\nquiet: true\n");

    CommandRun run = CommandRun.of("demo", "--config", config.toString());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(folder.resolve("demo/result.json")).content().contains("\"seed\": 7");
  }

  @Test
  void givenAnOptionInBoth_thenTheCommandLineWins() throws IOException {
    Path config = write("seed: 7\n");
    Path out = folder.resolve("demo");

    CommandRun run =
        CommandRun.of("demo", "--seed=3", "--config", config.toString(), "--out", out.toString());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(out.resolve("result.json")).content().contains("\"seed\": 3");
  }

  @Test
  void givenAnUnknownOption_thenFileLineAndCommandAreNamed() throws IOException {
    Path config = write("seed: 7\nsede: 8\n");

    CommandRun run = CommandRun.of("fit", "task.npz", "--config", config.toString());

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("config.yaml", "line 2", "fit has no option \"--sede\"");
  }

  @Test
  void givenAFlagThatIsNeitherTrueNorFalse_thenItIsRefused() throws IOException {
    Path config = write("no-report: maybe\n");

    CommandRun run = CommandRun.of("fit", "task.npz", "--config", config.toString());

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("\"maybe\"; true or false is needed");
  }

  @Test
  void givenNoSuchFile_thenItIsNamed() {
    CommandRun run = CommandRun.of("fit", "task.npz", "--config", "missing.yaml");

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("missing.yaml");
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("config.yaml"), text);
  }
}

package org.transcal.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
    assertThat(run.err())
        .contains("config.yaml", "line 2", "fit has no option \"--sede\"; did you mean --seed");
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--config=FILE demo --out OUT",
        "--config FILE demo --out OUT",
        "demo --config=FILE --out OUT",
        "demo --out OUT --config FILE",
        "demo --out OUT --config=FILE --",
      })
  void givenAnyPlaceAndForm_thenTheFileIsRead(String words) throws IOException {
    Path config = write("seed: 7\n");
    Path out = folder.resolve("demo");

    CommandRun run =
        CommandRun.of(
            (Object[])
                words.replace("FILE", config.toString()).replace("OUT", out.toString()).split(" "));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(out.resolve("result.json")).content().contains("\"seed\": 7");
  }

  @Test
  void givenThePositionalArgumentOfThisName_thenItIsNoOption() {
    CommandRun run = CommandRun.of("fit", "--", "--config=missing.yaml");

    assertThat(run.err()).contains("--config=missing.yaml").doesNotContain("config needs");
    assertThat(run.status()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--config", "--config=", "--config --quiet", "--config -- x"})
  void givenNoFile_thenStatus2(String words) {
    CommandRun run = CommandRun.of((Object[]) ("fit task.npz " + words).split(" "));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("--config", "Try: transcal").doesNotContain("Could not invoke");
  }

  @Test
  void givenTwoFiles_thenStatus2() throws IOException {
    Path config = write("seed: 7\n");

    CommandRun run =
        CommandRun.of("fit", "task.npz", "--config=" + config, "--config", config.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("'--config' (FILE) should be specified only once");
  }

  @Test
  void givenFilesBeforeAndAfterTheCommand_thenBothAreRead() throws IOException {
    Path first = Files.writeString(folder.resolve("first.yaml"), "seed: 7\n");
    Path second = Files.writeString(folder.resolve("second.yaml"), "out: " + folder + "/demo\n");

    CommandRun run = CommandRun.done("--config", first, "demo", "--config", second);

    assertThat(run.err()).isEmpty();
    assertThat(folder.resolve("demo/result.json")).content().contains("\"seed\": 7");
  }

  @Test
  void givenOptionsOfAFile_thenTheCommandThatReproducesTheResultsHasThem() throws IOException {
    Path config = write("method: [temperature, vanilla]\nno-report: false\nbins: 7\n");
    CommandRun.done("demo", "--out", folder.resolve("demo"));
    Path task = folder.resolve("demo/task.npz");
    Path out = folder.resolve("out");

    CommandRun.done("fit", "--config", config, task, "--bins", 9, "--out", out, "--threads", 2);

    assertThat(out.resolve("report.html"))
        .content()
        .contains("transcal fit " + task + " --bins 9 --method temperature --method vanilla<");
  }

  @Test
  void givenACommandToRun_thenItIsRefused() throws IOException {
    Path ran = folder.resolve("ran");
    Path config = write("on-alert: touch " + ran + "\n");

    CommandRun run = CommandRun.of("monitor", "ref.npz", "batch.npz", "--config=" + config);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("line 1 has \"on-alert\", which only the command line may give");
    assertThat(ran).doesNotExist();
  }

  @Test
  void givenTwoDocuments_thenTheSecondIsNotIgnored() throws IOException {
    Path config = write("seed: 7\n---\nbins: 3\n");

    CommandRun run = CommandRun.of("fit", "task.npz", "--config=" + config);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("line 3 starts a second document");
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("config.yaml"), text);
  }
}

package org.transcal.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.example.KnownShift;

class DemoCommandTest {
  private static final long MEBIBYTE = 1 << 20;

  @TempDir private Path folder;

  @Test
  void givenDemo_thenFilesTruthAndWhatToTryNext() throws Exception {
    CommandRun run = CommandRun.done("demo", "--out", folder);

    assertThat(OutputFiles.in(folder))
        .containsExactly(
            "model.json",
            "reliability.svg",
            "report.html",
            "result.json",
            "target_probabilities.npy",
            "task.npz");
    assertThat(Files.size(folder.resolve("task.npz"))).isLessThan(MEBIBYTE);
    String truth = String.format(Locale.ROOT, "%.1f %%", 100 * KnownShift.trueTargetAccuracy());
    assertThat(run.out())
        .contains(truth, folder.resolve("report.html").toString())
        .contains("transcal fit " + folder.resolve("task.npz"));
    assertThat(run.err()).isEmpty();
  }

  @Test
  void givenTaskOfTheDemo_thenFitGivesTheSameModel() {
    CommandRun.done("demo", "--seed", 3, "--out", folder);
    Path again = folder.resolve("again");

    CommandRun.done(
        "fit", folder.resolve("task.npz"), "--method", "transcal", "--seed", 3, "--out", again);

    assertThat(again.resolve("model.json")).hasSameBinaryContentAs(folder.resolve("model.json"));
    assertThat(again.resolve("target_probabilities.npy"))
        .hasSameBinaryContentAs(folder.resolve("target_probabilities.npy"));
  }

  @Test
  void givenSeed_thenAnotherExample() {
    CommandRun.done("demo", "--out", folder.resolve("a"));
    CommandRun.done("demo", "--out", folder.resolve("b"), "--seed", 1);
    CommandRun.done("demo", "--out", folder.resolve("c"), "--seed", 0);

    assertThat(OutputFiles.text(folder.resolve("b/model.json")))
        .isNotEqualTo(OutputFiles.text(folder.resolve("a/model.json")));
    assertThat(folder.resolve("c/task.npz")).hasSameBinaryContentAs(folder.resolve("a/task.npz"));
    assertThat(folder.resolve("c/model.json"))
        .hasSameBinaryContentAs(folder.resolve("a/model.json"));
  }

  @Test
  void givenTrainWithoutTheAddOn_thenUsageStatusAndNothingWritten(@TempDir Path elsewhere) {
    CommandRun run = CommandRun.of("demo", "--train", "--out", elsewhere.resolve("out").toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("--train needs the add-on adapt");
    assertThat(elsewhere.resolve("out")).doesNotExist();
  }
}

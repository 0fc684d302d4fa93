package org.transcal.adapt.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.io.npy.NpzWriter;

/** The commands of the README on a data set such as {@code demo} writes. */
class DemoDataTest {
  @TempDir private Path folder;
  private Path data;

  @BeforeEach
  void writeData() {
    TurnedClouds clouds = TurnedClouds.sample(0);
    int[] labels = clouds.labels().toArray();
    data = folder.resolve("data.npz");
    try (NpzWriter writer = NpzWriter.open(data)) {
      writer
          .matrix("x", clouds.inputs())
          .integers("y", labels)
          .integers(
              "domain",
              IntStream.range(0, labels.length).map(row -> row / TurnedClouds.ROWS).toArray())
          .texts("domain_names", List.of("source", "target"))
          .texts("class_names", List.of("north", "east", "south", "west"));
      writer.commit();
    }
  }

  private CommandRun adapt(Path task, String... more) {
    List<String> arguments =
        List.of(
            "adapt",
            data.toString(),
            "--source",
            "source",
            "--target",
            "target",
            "--method",
            "cdan-e",
            "--steps",
            "60",
            "--out",
            task.toString());
    return CommandRun.of(
        IntStream.range(0, arguments.size() + more.length)
            .mapToObj(i -> i < arguments.size() ? arguments.get(i) : more[i - arguments.size()])
            .toArray());
  }

  @Test
  void givenDemoData_thenAdaptThenFitThenPredict() {
    Path task = folder.resolve("adapted.npz");

    CommandRun run = adapt(task);

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    LoadedTask loaded = TaskFiles.load(task);
    assertThat(loaded.task().classes()).isEqualTo(4);
    assertThat(loaded.warnings()).isEmpty();
    CommandRun fit =
        CommandRun.of("fit", task.toString(), "--out", folder.resolve("fit").toString());
    assertThat(fit.err()).doesNotContain("error");
    assertThat(fit.status()).isZero();
    CommandRun predicted =
        CommandRun.of(
            "adapt",
            "predict",
            folder.resolve("adapted.network.json").toString(),
            data.toString(),
            "--out",
            folder.resolve("logits.npy").toString());
    assertThat(predicted.status()).isZero();
    assertThat(predicted.out()).contains("Predicted 4,000 rows of 4 classes");
  }

  @Test
  void givenQuiet_thenResultsAndNothingElse() {
    CommandRun run = adapt(folder.resolve("adapted.npz"), "--quiet");

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("accuracy on source validation");
  }
}

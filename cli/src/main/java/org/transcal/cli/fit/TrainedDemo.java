package org.transcal.cli.fit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.transcal.cli.TaskTrainer;
import org.transcal.cli.TrainingOrder;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.Terminal;
import org.transcal.comparison.MethodComparison;
import org.transcal.example.TurnedClouds;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.io.npy.NpzWriter;

/** The demo with a model trained on the spot: data set, training, task. */
final class TrainedDemo {
  private static final String METHOD = "cdan-e";
  private static final int STEPS = 400;

  private final TaskTrainer trainer;
  private final Terminal terminal;
  private final OutputFolder folder;
  private final long seed;

  TrainedDemo(TaskTrainer trainer, Terminal terminal, OutputFolder folder, long seed) {
    this.trainer = trainer;
    this.terminal = terminal;
    this.folder = folder;
    this.seed = seed;
  }

  Path data() {
    return folder.file("data.npz");
  }

  /** Draws the data set, trains on it and reads the task that came of it. */
  LoadedTask train(Path task) {
    writeData();
    TrainingOrder order =
        TrainingOrder.of(data(), "source", "target", METHOD, task).withSteps(STEPS).withSeed(seed);
    try (Progress progress = terminal.progress("training", trainer.steps(order))) {
      trainer.train(order, progress);
    }
    return TaskFiles.load(task);
  }

  private void writeData() {
    TurnedClouds clouds = TurnedClouds.sample(seed);
    try (NpzWriter writer = NpzWriter.open(data())) {
      writer
          .matrix("x", clouds.inputs())
          .integers("y", clouds.labels().toArray())
          .integers(
              "domain",
              IntStream.range(0, 2 * TurnedClouds.ROWS)
                  .map(row -> row / TurnedClouds.ROWS)
                  .toArray())
          .texts("domain_names", List.of("source", "target"));
      writer.commit();
    }
  }

  /** The story in a few sentences, then the table of methods. */
  static List<String> story(MethodComparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "A model was trained just now by "
            + METHOD
            + " ("
            + STEPS
            + " steps) on labelled source clouds");
    lines.add("and target clouds that are turned, wider and, for training, without labels.");
    lines.add("Target labels are known here, so that every method is scored:");
    lines.add("");
    lines.addAll(new ComparisonText(comparison).table());
    lines.add("");
    double claimed =
        comparison.results().stream()
            .filter(result -> result.method().equals("vanilla"))
            .findFirst()
            .orElseThrow()
            .fitted()
            .orElseThrow()
            .estimatedTargetAccuracy();
    lines.add(
        "Uncalibrated, the model claims to be right "
            + Figures.percent(claimed, 1)
            + " % of the time on the target.");
    lines.add(
        "The turn moves the classes themselves, which reweighting source rows cannot see: an");
    lines.add("example of when not to trust it. Without --train the demo is one of when to.");
    lines.add("");
    return lines;
  }
}

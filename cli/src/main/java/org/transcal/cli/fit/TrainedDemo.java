package org.transcal.cli.fit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.transcal.calibration.Methods;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.report.FitReport;
import org.transcal.workflow.Fit;
import org.transcal.workflow.Progress;
import org.transcal.workflow.TaskTrainer;
import org.transcal.workflow.TrainingOrder;

/** An example whose model is trained by the add-on. */
final class TrainedDemo implements Demo {
  private static final String TRAINED_BY = "cdan-e";
  private static final int STEPS = 400;

  private final TaskTrainer trainer;
  private final Terminal terminal;
  private final Path data;
  private final Path task;
  private final long seed;

  TrainedDemo(TaskTrainer trainer, Terminal terminal, OutputFolder folder, long seed) {
    this.trainer = trainer;
    this.terminal = terminal;
    this.data = folder.file("data.npz");
    this.task = folder.file("task.npz");
    this.seed = seed;
  }

  @Override
  public LoadedTask write() {
    TurnedClouds clouds = TurnedClouds.sample(seed);
    Demo.writeData(data, clouds.inputs(), clouds.labels().toArray(), TurnedClouds.ROWS, List.of());
    TrainingOrder order =
        new TrainingOrder(List.of(data), "source", "target", TRAINED_BY, seed, STEPS, 1, task);
    try (Progress progress = terminal.progress("training", trainer.steps(order))) {
      trainer.train(order, progress);
    }
    return TaskFiles.load(task);
  }

  @Override
  public List<String> story(Fit.Result fit) {
    double claimed = Demo.fitted(fit, Methods.UNCALIBRATED).estimatedTargetAccuracy();
    List<String> lines = new ArrayList<>();
    lines.add(Message.of("A model was trained just now with %s (%s steps)", TRAINED_BY, STEPS));
    lines.add(
        "on labelled source clouds and unlabelled target clouds, which are rotated and wider.");
    lines.add("The target labels are known here, so every method is scored:");
    lines.add("");
    lines.addAll(new FitText(fit).table());
    lines.add("");
    String percent = Figures.percent(claimed, 1);
    lines.add(
        "Uncalibrated, the model claims to be right on " + percent + " % of the target rows.");
    lines.add(
        "The rotation moves the classes themselves, which importance weights cannot correct:");
    lines.add("weighted methods are not to be trusted here. Without --train they are.");
    lines.add("");
    return lines;
  }

  @Override
  public List<String> files() {
    return List.of("task           " + task, "data set       " + data);
  }

  @Override
  public FitReport report(Fit.Result fit) {
    return FitReport.of(fit);
  }

  @Override
  public List<List<String>> hints() {
    return List.of(
        List.of("fit", task.toString()),
        List.of("adapt", data.toString(), "--source", "source", "--target", "target"));
  }
}

package org.transcal.cli.fit;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.cli.TaskTrainer;
import org.transcal.cli.method.MethodNames;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.terminal.Version;
import org.transcal.comparison.MethodComparison;
import org.transcal.example.KnownShift;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.io.file.AtomicFile;
import org.transcal.report.FitReport;
import org.transcal.shift.ShiftDiagnosis;
import org.transcal.task.TransferTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code transcal demo}: every method on an example whose truth is known. */
@Command(
    name = "demo",
    header = "Calibrates an embedded example whose truth is known.",
    description = {
      "%nWrites the example as a task (task.npz) with results, model and report, and small files on"
          + " which every other command can be tried: a data set (data.npz), arrays (logits.npy,"
          + " labels.npy, new_logits.npy) and a folder of tasks. With --train a model is trained for"
          + " the task first, on data drawn on the spot; that needs the add-on adapt.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo",
      "  transcal demo --seed 7 --out another-demo",
      "  transcal demo --train",
    })
public final class DemoCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Random seed of the example. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "transcal-out/demo",
      description = "Where files go. Default: ${DEFAULT-VALUE}")
  private Path out;

  @Option(
      names = "--train",
      description = "Train a domain-adaptation model on the spot and calibrate that.")
  private boolean train;

  /** Talks to a terminal. */
  public DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Optional<TaskTrainer> trainer = TaskTrainer.find();
    if (train && trainer.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "--train needs the add-on adapt, which is not part of this jar; the script"
              + " ./transcal fetches and builds it");
    }
    for (Path file : DemoFiles.inTheWay(out)) {
      throw new ParameterException(
          spec.commandLine(),
          "--out is " + out + ", where the demo would write over " + file + "; use another folder");
    }
    try (OutputFolder folder = OutputFolder.open(out)) {
      return train ? trained(folder, trainer.orElseThrow()) : known(folder);
    }
  }

  private int trained(OutputFolder folder, TaskTrainer trainer) {
    TrainedDemo demo = new TrainedDemo(trainer, terminal, folder, seed);
    Path file = folder.file("task.npz");
    LoadedTask loaded = demo.train(file);
    MethodSettings settings =
        MethodSettings.defaults()
            .withSeed(seed)
            .withTargetLabels(loaded.targetLabels().orElseThrow());
    MethodComparison comparison = compare(loaded.task(), settings);
    OutputFolder.Written written =
        folder.write(
            comparison,
            new ExportedMethod(Methods.DEFAULT, "the default method"),
            loaded.digests(),
            List.of());
    terminal.warn(written.warnings());
    TrainedDemo.story(comparison).forEach(terminal.results()::println);
    terminal.results().println("task           " + file);
    terminal.results().println("data set       " + demo.data());
    close(folder, written, FitReport.of(comparison).about(Methods.DEFAULT));
    hint("fit", file.toString());
    hint("adapt", demo.data().toString(), "--source", "source", "--target", "target");
    return ExitStatus.DONE.code();
  }

  private int known(OutputFolder folder) {
    KnownShift example = KnownShift.demo(seed);
    Path file = folder.file("task.npz");
    DemoFiles.writeTask(example, file);
    List<String> more = new DemoFiles(folder, seed).write(example);
    // Read back, so that the demo shows what `fit --method transcal` gives for the file it leaves.
    LoadedTask loaded = TaskFiles.load(file);
    MethodSettings settings =
        MethodSettings.defaults().withSeed(seed).withTargetLabels(example.targetLabels());
    MethodComparison comparison = compare(example.task(), settings);
    DemoStory story = new DemoStory(comparison);
    OutputFolder.Written written =
        folder.write(
            comparison,
            new ExportedMethod(DemoStory.METHOD, "the method that the example is about"),
            loaded.digests(),
            List.of());
    Path picture = folder.file("reliability.svg");
    AtomicFile.write(
        picture,
        FitReport.of(comparison)
            .about(DemoStory.METHOD)
            .withTruth(story.truth())
            .toSvg()
            .getBytes(StandardCharsets.UTF_8));
    terminal.warn(written.warnings());
    comparison
        .weights()
        .map(w -> ShiftDiagnosis.of(w, comparison.task().sourceValidation().frequencies()))
        .ifPresent(diagnosis -> terminal.warn(diagnosis.concerns()));
    story.lines().forEach(terminal.results()::println);
    terminal.results().println("picture        " + picture);
    terminal.results().println("task           " + file);
    more.forEach(terminal.results()::println);
    close(
        folder, written, FitReport.of(comparison).about(DemoStory.METHOD).withTruth(story.truth()));
    hint("fit", file.toString());
    hint("estimate", file.toString());
    String model = folder.file("model.json").toString();
    String logits = folder.file("logits.npy").toString();
    String labels = folder.file("labels.npy").toString();
    hint("apply", model, folder.file("new_logits.npy").toString(), "--out", "probabilities.npy");
    hint("evaluate", logits, labels, "--model", model);
    hint("experiment", "--tasks", folder.file("tasks").toString());
    return ExitStatus.DONE.code();
  }

  /** Where everything is, and the report. */
  private void close(OutputFolder folder, OutputFolder.Written written, FitReport report) {
    written.lines().forEach(terminal.results()::println);
    String html = report.withVersion(Version.get()).withCommand(command()).toHtml();
    terminal.results().println(folder.writeReport(html));
    terminal.results().println();
    terminal.results().println("Open the report in any browser; it needs no network. Try next:");
  }

  private void hint(String... words) {
    terminal.results().println("  " + new ShellCommand(terminal.command()).add(words));
  }

  private MethodComparison compare(TransferTask task, MethodSettings settings) {
    MethodNames names = MethodNames.all();
    try (Progress progress = terminal.progress("fitting", names.names().size())) {
      return MethodRun.run(task, names, settings, progress);
    }
  }

  private String command() {
    ShellCommand command = new ShellCommand("transcal", "demo", "--seed", Long.toString(seed));
    return (train ? command.add("--train") : command).toString();
  }
}

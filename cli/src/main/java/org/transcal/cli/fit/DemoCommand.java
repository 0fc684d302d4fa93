package org.transcal.cli.fit;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
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
import org.transcal.io.npy.NpzWriter;
import org.transcal.report.FitReport;
import org.transcal.report.ReliabilityPicture;
import org.transcal.shift.DomainFeatures;
import org.transcal.shift.Mixup;
import org.transcal.shift.ShiftDiagnosis;
import org.transcal.shift.TransferTask;
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
      "%nWrites the example as a task (task.npz) with results, model and report, so that every other"
          + " command can be tried on it. With --train a model is trained for the task first, on data"
          + " drawn on the spot; that needs the add-on adapt.%n"
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
      description = "Seed of the example. Default: ${DEFAULT-VALUE}")
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
    OutputFolder folder = new OutputFolder(out);
    return train ? trained(folder) : known(folder);
  }

  private int trained(OutputFolder folder) {
    TaskTrainer trainer =
        TaskTrainer.find()
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "--train needs the add-on adapt, which is not part of this jar; the script"
                            + " ./transcal fetches and builds it"));
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
            Methods.DEFAULT,
            loaded.digests(),
            Optional.of(
                FitReport.of(comparison)
                    .about(Methods.DEFAULT)
                    .withVersion(Version.get())
                    .withCommand(command())
                    .toHtml()));
    terminal.warn(written.warnings());
    TrainedDemo.story(comparison).forEach(terminal.results()::println);
    terminal.results().println("data           " + demo.data());
    close(file, written);
    terminal
        .results()
        .println(hint("adapt", demo.data().toString(), "--source", "source", "--target", "target"));
    return ExitStatus.DONE.code();
  }

  private int known(OutputFolder folder) {
    KnownShift example = KnownShift.demo(seed);
    Path file = folder.file("task.npz");
    write(example, file);
    // Read back, so that the demo shows what `fit --method transcal` gives for the file it leaves.
    LoadedTask loaded = TaskFiles.load(file);
    MethodSettings settings =
        MethodSettings.defaults().withSeed(seed).withTargetLabels(example.targetLabels());
    MethodComparison comparison = compare(example.task(), settings);
    DemoStory story = new DemoStory(comparison);
    OutputFolder.Written written =
        folder.write(
            comparison,
            DemoStory.METHOD,
            loaded.digests(),
            Optional.of(
                FitReport.of(comparison)
                    .about(DemoStory.METHOD)
                    .withTruth(story.truth())
                    .withVersion(Version.get())
                    .withCommand(command())
                    .toHtml()));
    Path picture = folder.file("reliability.svg");
    AtomicFile.write(
        picture,
        ReliabilityPicture.of(comparison)
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
    close(file, written);
    terminal.results().println(hint("--help"));
    return ExitStatus.DONE.code();
  }

  /** Where everything is, and what to try next. */
  private void close(Path file, OutputFolder.Written written) {
    terminal.results().println("task           " + file);
    written.lines().forEach(terminal.results()::println);
    terminal.results().println();
    terminal.results().println("Open the report in any browser; it needs no network. Try next:");
    terminal.results().println(hint("fit", file.toString()));
  }

  private String hint(String... words) {
    return "  " + new ShellCommand(terminal.command()).add(words);
  }

  private MethodComparison compare(TransferTask task, MethodSettings settings) {
    MethodNames names = MethodNames.all();
    try (Progress progress = terminal.progress("fitting", names.names().size())) {
      return MethodComparison.run(
          task, names.with(settings), settings, result -> progress.advance(1));
    }
  }

  private String command() {
    ShellCommand command = new ShellCommand("transcal", "demo", "--seed", Long.toString(seed));
    return (train ? command.add("--train") : command).toString();
  }

  private static void write(KnownShift example, Path file) {
    TransferTask task = example.task();
    DomainFeatures features = task.features().orElseThrow();
    Mixup mixup = task.mixup().orElseThrow();
    try (NpzWriter writer = NpzWriter.open(file)) {
      writer
          .matrix("source_val_logits", task.sourceValidation().logits().values())
          .integers("source_val_labels", task.sourceValidation().labels().toArray())
          .matrix("target_logits", task.target().logits().values())
          .integers("target_labels", example.targetLabels().toArray())
          .matrix("source_train_features", features.sourceTrain())
          .matrix("source_val_features", features.sourceValidation())
          .matrix("target_features", features.target())
          .matrix("mixup_logits", mixup.logits().values())
          .integers(
              "mixup_partner",
              IntStream.range(0, mixup.logits().rows()).map(mixup::partner).toArray());
      writer.commit();
    }
  }
}

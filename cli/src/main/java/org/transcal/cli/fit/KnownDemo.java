package org.transcal.cli.fit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.Methods;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.example.KnownShift;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.io.TaskWriter;
import org.transcal.io.array.Precision;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.npy.NpyWriter;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;
import org.transcal.report.FitReport;
import org.transcal.report.KnownTruth;
import org.transcal.task.DomainFeatures;
import org.transcal.workflow.Fit;
import org.transcal.workflow.TaskInput;

/** An example drawn from known distributions, with files to try every other command on. */
final class KnownDemo {
  private static final String METHOD = Methods.DEFAULT;

  private static final int NEW_ROWS = 1000;
  private static final int CURVE_POINTS = 101;
  private static final double LARGEST_CONFIDENCE = 0.999;

  private final Terminal terminal;
  private final OutputFolder folder;
  private final long seed;

  KnownDemo(Terminal terminal, OutputFolder folder, long seed) {
    this.terminal = terminal;
    this.folder = folder;
    this.seed = seed;
  }

  void run() {
    Fit.Options all = Fit.Options.defaults().withAllMethods().withSeed(seed);
    Fit.Result fit = Fit.run(TaskInput.of(write()), all, terminal::progress);
    OutputFolder.Written written = folder.write(fit);
    terminal.warn(written.warnings());
    terminal.warn(calibration(fit, METHOD).terminationConcern().stream().toList());
    String report = report(fit).toHtml(terminal.reproduction());
    List<String> lines = new ArrayList<>(story(fit));
    lines.add("picture        " + path("reliability.svg"));
    lines.add("task           " + path("task.npz"));
    lines.add("data set       " + path("data.npz") + " (for adapt)");
    lines.add("labelled rows  " + path("logits.npy") + ", labels.npy (for evaluate)");
    lines.add("new rows       " + path("new_logits.npy") + " (for apply)");
    lines.add("more tasks     " + path("tasks") + " (for experiment)");
    lines.addAll(written.lines());
    lines.add(folder.writeReport(report));
    lines.add("");
    lines.add("Open the report in any browser; it works offline. Try next:");
    lines.add(hint("fit", path("task.npz")));
    lines.add(hint("estimate", path("task.npz")));
    lines.add(
        hint("apply", path("model.json"), path("new_logits.npy"), "--out", "probabilities.npy"));
    lines.add(
        hint("evaluate", path("logits.npy"), path("labels.npy"), "--model", path("model.json")));
    lines.add(hint("experiment", "--tasks", path("tasks")));
    lines.forEach(terminal.results()::println);
  }

  private String hint(String... words) {
    return "  " + new ShellCommand(terminal.command()).add(words);
  }

  private LoadedTask write() {
    KnownShift example = KnownShift.demo(seed);
    writeTask(example, "task.npz");
    writeData(example);
    KnownShift labelled = KnownShift.sample(1, 1, NEW_ROWS, seed + 1);
    writeLogits(labelled, "logits.npy");
    NpyWriter.writeIntegers(folder.file("labels.npy"), labelled.targetLabels().toArray());
    writeLogits(KnownShift.sample(1, 1, NEW_ROWS, seed + 2), "new_logits.npy");
    writeTask(KnownShift.sample(300, 200, 250, seed + 3), "tasks/demo__A2B__net.npz");
    writeTask(KnownShift.sample(300, 200, 250, seed + 4), "tasks/demo__A2C__net.npz");
    return new LoadedTask(
        example.task(),
        Optional.of(example.targetLabels()),
        List.of(),
        List.of(),
        TaskFiles.load(folder.file("task.npz")).digests(),
        List.of());
  }

  private void writeTask(KnownShift example, String name) {
    TaskWriter.of(example.task()).targetLabels(example.targetLabels()).write(folder.file(name));
  }

  private void writeLogits(KnownShift example, String name) {
    Matrix logits = example.task().target().logits().values();
    NpyWriter.write(folder.file(name), logits, Precision.FLOAT32);
  }

  /** Source validation and target rows as a data set of two domains. */
  private void writeData(KnownShift example) {
    DomainFeatures features = example.task().features().orElseThrow();
    int sourceRows = features.sourceValidation().rows();
    double[][] rows =
        Stream.of(features.sourceValidation(), features.target())
            .flatMap(part -> Arrays.stream(part.toArrays()))
            .toArray(double[][]::new);
    int[] labels =
        IntStream.concat(
                Arrays.stream(example.task().sourceValidation().labels().toArray()),
                Arrays.stream(example.targetLabels().toArray()))
            .toArray();
    int[] domains = IntStream.range(0, rows.length).map(row -> row < sourceRows ? 0 : 1).toArray();
    try (NpzWriter writer = NpzWriter.open(folder.file("data.npz"))) {
      writer
          .matrix("x", Matrix.copyOf(rows))
          .integers("y", labels)
          .integers("domain", domains)
          .texts("domain_names", List.of("source", "target"))
          .texts("class_names", List.of("A", "B", "C", "D", "E"));
      writer.commit();
    }
  }

  private List<String> story(Fit.Result fit) {
    double claimed = calibration(fit, Methods.UNCALIBRATED).estimatedTargetAccuracy();
    double estimated = calibration(fit, METHOD).estimatedTargetAccuracy();
    double onSource = temperature(fit, "temperature");
    double onTarget = temperature(fit, METHOD);
    String text =
        """
        A classifier was trained on source data and is applied to shifted target data.
        The example is synthetic, so the truth is known; only oracle uses it.

        Accuracy on the target
          claimed by the classifier's confidence    %5s %%
          estimated without labels                  %5s %%
          true                                      %5s %%
        True calibration error on the target
          uncalibrated                              %5s %%
          calibrated on the source alone, T = %-5s %5s %%
          calibrated for the target, T = %-10s %5s %%

        """;
    List<String> lines = new ArrayList<>();
    Message.of(
            text,
            Figures.percent(claimed, 1),
            Figures.percent(estimated, 1),
            Figures.percent(KnownShift.trueTargetAccuracy(), 1),
            error(1),
            Figures.decimals(onSource, 2),
            error(onSource),
            Figures.decimals(onTarget, 2),
            error(onTarget))
        .lines()
        .forEach(lines::add);
    lines.addAll(new FitText(fit).table());
    lines.add("");
    return lines;
  }

  private static String error(double temperature) {
    return Figures.percent(KnownShift.trueTargetCalibrationError(temperature), 1);
  }

  private static FittedCalibration calibration(Fit.Result fit, String method) {
    return fit.comparison().results().stream()
        .filter(result -> result.method().equals(method))
        .flatMap(result -> result.calibration().stream())
        .findFirst()
        .orElseThrow();
  }

  private static double temperature(Fit.Result fit, String method) {
    return calibration(fit, method).temperature().orElseThrow();
  }

  private FitReport report(Fit.Result fit) {
    Curve before = new Curve(1);
    Curve after = new Curve(temperature(fit, METHOD));
    KnownTruth truth =
        new KnownTruth(
                KnownShift.trueTargetAccuracy(),
                before.confidence,
                before.accuracy,
                "The example is drawn from known normal distributions, so accuracy and calibration"
                    + " error on the target are integrals, not estimates.")
            .withCalibratedCurve(after.confidence, after.accuracy);
    FitReport report = FitReport.of(fit).withTruth(truth);
    AtomicFile.write(
        folder.file("reliability.svg"), report.toSvg().getBytes(StandardCharsets.UTF_8));
    return report;
  }

  private String path(String name) {
    return folder.file(name).toString();
  }

  /** True target accuracy against confidence at a temperature. */
  private static final class Curve {
    private final double[] confidence = new double[CURVE_POINTS];
    private final double[] accuracy = new double[CURVE_POINTS];

    Curve(double temperature) {
      double first = KnownShift.smallestConfidence(temperature);
      double step = (LARGEST_CONFIDENCE - first) / (CURVE_POINTS - 1);
      Arrays.setAll(confidence, i -> first + i * step);
      Arrays.setAll(accuracy, i -> KnownShift.trueTargetAccuracyAt(confidence[i], temperature));
    }
  }
}

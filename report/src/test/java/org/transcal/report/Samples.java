package org.transcal.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.transcal.Termination;
import org.transcal.calibration.Fits;
import org.transcal.calibration.FittedMethod;
import org.transcal.calibration.Landscape;
import org.transcal.calibration.MethodSettings;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.io.LoadedTask;
import org.transcal.matrix.Matrix;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.DomainSeparation;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;
import org.transcal.workflow.Fit;
import org.transcal.workflow.TaskInput;

/**
 * Made-up tasks whose truth is known: all classes but the predicted one are equally likely, so that
 * a row whose predicted class has logit z (the others 0) is right with probability softmax(z / T*).
 */
final class Samples {
  static final int BINS = 15;

  /** The temperature at which target rows are calibrated. */
  static final double TRUE_TEMPERATURE = 2.2;

  private static final int TRUTH_POINTS = 60;

  private Samples() {}

  /** Labelled rows. */
  record Rows(Logits logits, Labels labels) {
    /** Rows whose calibrated temperature is given; mean logit and spread decide how easy it is. */
    static Rows drawn(
        int rows, int classes, double temperature, double centre, double spread, long seed) {
      Random random = new Random(seed);
      float[] logits = new float[rows * classes];
      int[] labels = new int[rows];
      for (int i = 0; i < rows; i++) {
        int predicted = random.nextInt(classes);
        double z = Math.max(0.05, centre + spread * random.nextGaussian());
        logits[i * classes + predicted] = (float) z;
        double right = share(z / temperature, classes);
        int other = (predicted + 1 + random.nextInt(classes - 1)) % classes;
        labels[i] = random.nextDouble() < right ? predicted : other;
      }
      return new Rows(
          Logits.of(Matrix.wrap(logits, rows, classes)), Labels.copyOf(labels, classes));
    }
  }

  static TransferTask task(String name, int sourceRows, Rows target) {
    int classes = target.logits().classes();
    Rows source = Rows.drawn(sourceRows, classes, 1.3, 5, 2.5, 11);
    return TransferTask.named(name)
        .sourceValidation(source.logits(), source.labels())
        .target(target.logits())
        .weights(weights(sourceRows, 0.9, 0.86).values())
        .build();
  }

  static Rows target(int rows, int classes) {
    return Rows.drawn(rows, classes, TRUE_TEMPERATURE, 8.5, 4, 5);
  }

  /** Log-normal weights with mean 1. */
  static ImportanceWeights weights(int rows, double spread, double auc) {
    Random random = new Random(3);
    double[] logs = new double[rows];
    for (int i = 0; i < rows; i++) {
      logs[i] = spread * random.nextGaussian() - spread * spread / 2;
    }
    return ImportanceWeights.ofLogs(
        logs, "logistic", new DomainSeparation(812.4, auc, Termination.CONVERGED));
  }

  /** A typical run: transcal first, then others, one of which fails. */
  static MethodComparison typical(String name) {
    Rows rows = target(3000, 10);
    TransferTask task = task(name, 900, rows);
    Landscape landscape = Fits.landscape(task, 60, 41, 0.84, 0.68);
    double accuracy = 0.84 - 0.16 * landscape.chosen().lambda();
    FittedMethod transcal =
        Fits.transcal(task, weights(900, 0.9, 0.86), landscape, accuracy, Termination.CONVERGED);
    Optional<Labels> labels = Optional.of(rows.labels());
    return comparison(
        task,
        labels,
        7,
        BINS,
        List.of(
            fitted(transcal, labels),
            fitted(Fits.temperature("vanilla", task, 1), labels),
            fitted(Fits.temperature("temperature", task, 1.31), labels),
            fitted(Fits.temperature("oracle", task, 2.16), labels),
            failed("pseudocal", "The task has no mixup_logits; pseudocal needs them")));
  }

  /** Compared methods as a fit whose subject is the first that ran. */
  static Fit.Result fit(MethodComparison comparison) {
    return fit(comparison, comparison.firstFitted().orElse(comparison.results().get(0)).method());
  }

  /** The same with warnings about the input. */
  static Fit.Result fit(MethodComparison comparison, List<String> warnings) {
    TaskInput input =
        TaskInput.of(
            new LoadedTask(
                comparison.task(), Optional.empty(), List.of(), List.of(), Map.of(), warnings));
    return Fit.Result.of(input, comparison, fit(comparison).chosen());
  }

  /** Compared methods as a fit about one of them. */
  static Fit.Result fit(MethodComparison comparison, String method) {
    MethodResult subject =
        comparison.results().stream()
            .filter(result -> result.method().equals(method))
            .findFirst()
            .orElseThrow();
    return Fit.Result.of(
        TaskInput.of(comparison.task()), comparison, new Fit.Chosen(subject, "its name"));
  }

  /** The same run without target labels. */
  static MethodComparison unlabelled(String name) {
    MethodComparison typical = typical(name);
    List<MethodResult> results =
        typical.results().stream()
            .map(
                result ->
                    new MethodResult(
                        result.method(),
                        result.seconds(),
                        result.fitted(),
                        Optional.empty(),
                        result.failure()))
            .toList();
    return comparison(typical.task(), Optional.empty(), typical.seed(), typical.bins(), results);
  }

  static MethodResult fitted(FittedMethod method, Optional<Labels> labels) {
    return new MethodResult(
        method.method(),
        0.01,
        Optional.of(method),
        labels.map(l -> scores(method.targetProbabilities(), l)),
        Optional.empty());
  }

  static MethodResult failed(String method, String why) {
    return new MethodResult(
        method,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.of(new MethodResult.Failure(MethodResult.Cause.MISSING_INPUT, why)));
  }

  /** Scores good enough for a picture; the real ones are the core's. */
  static TargetScores scores(Probabilities probabilities, Labels labels) {
    double right = 0;
    double nll = 0;
    double brier = 0;
    double[] row = new double[labels.classes()];
    double[] correctness = probabilities.top().correctness(labels);
    for (int i = 0; i < labels.rows(); i++) {
      right += correctness[i];
      nll -= probabilities.log(i, labels.get(i));
      probabilities.copyRow(i, row);
      for (int k = 0; k < row.length; k++) {
        brier += Math.pow(row[k] - (k == labels.get(i) ? 1 : 0), 2);
      }
    }
    double n = labels.rows();
    return new TargetScores(
        right / n,
        ReliabilityDiagram.of(LabelledPredictions.of(probabilities, labels), BINS)
            .expectedCalibrationError(),
        nll / n,
        brier / n);
  }

  /** The truth about the rows of {@link #target}, with confidence after a temperature. */
  static KnownTruth truth(TransferTask task, double fittedTemperature) {
    int classes = task.classes();
    return new KnownTruth(
            mean(task.target().logits().softmax(TRUE_TEMPERATURE).top().confidences()),
            curve(z -> share(z, classes)),
            curve(z -> share(z / TRUE_TEMPERATURE, classes)),
            "Labels were drawn so that T = 2.2 is exactly right.")
        .withCalibratedCurve(
            curve(z -> share(z / fittedTemperature, classes)),
            curve(z -> share(z / TRUE_TEMPERATURE, classes)));
  }

  private static double[] curve(DoubleUnaryOperator share) {
    return IntStream.rangeClosed(0, TRUTH_POINTS)
        .mapToDouble(i -> share.applyAsDouble(20.0 * i / TRUTH_POINTS))
        .toArray();
  }

  private static double mean(double[] values) {
    return DoubleStream.of(values).average().orElseThrow();
  }

  private static double share(double z, int classes) {
    return 1 / (1 + (classes - 1) * Math.exp(-z));
  }

  /** A comparison of results made by hand. */
  static MethodComparison comparison(
      TransferTask task, Optional<Labels> labels, long seed, int bins, List<MethodResult> results) {
    MethodSettings plain = MethodSettings.defaults().withSeed(seed).withBins(bins);
    return new MethodComparison(
        PreparedTask.of(task), labels.map(plain::withTargetLabels).orElse(plain), results);
  }
}

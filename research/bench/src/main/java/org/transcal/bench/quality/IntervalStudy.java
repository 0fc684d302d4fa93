package org.transcal.bench.quality;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.transcal.matrix.Matrix;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.CalibrationMetric;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.Interval;
import org.transcal.metric.LabelledPredictions;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;

/**
 * Coverage of 95 % intervals: how often they contain the true value of a metric.
 *
 * <p>Confidence is uniform in [½, 1] and accuracy is below it by a constant, which is then the true
 * value of every calibration error.
 */
public final class IntervalStudy {
  private static final double[] TRUE_ERRORS = {0, 0.02, 0.1};
  private static final int REPLICATES = 200;

  private IntervalStudy() {}

  /** Arguments: samples per cell, rows per sample. Prints a Markdown table. */
  public static void main(String[] arguments) {
    int samples = Integer.parseInt(arguments[0]);
    int rows = Integer.parseInt(arguments[1]);
    List<CalibrationMetric> metrics =
        CalibrationMetrics.all(CalibrationMetrics.DEFAULT_BINS).stream()
            .filter(metric -> truth(metric, 0).isPresent())
            .toList();
    System.out.printf(
        Locale.ROOT, "Coverage of 95 %% intervals, %d samples of %d rows%n%n", samples, rows);
    System.out.print("| metric |");
    for (double error : TRUE_ERRORS) {
      System.out.print(" true error " + error + " |");
    }
    System.out.println("\n|---|" + "---|".repeat(TRUE_ERRORS.length));
    double[][] coverage = new double[TRUE_ERRORS.length][];
    for (int e = 0; e < TRUE_ERRORS.length; e++) {
      coverage[e] = coverage(metrics, TRUE_ERRORS[e], samples, rows);
    }
    for (int m = 0; m < metrics.size(); m++) {
      System.out.print("| " + metrics.get(m).title() + " |");
      for (double[] ofError : coverage) {
        System.out.printf(Locale.ROOT, " %.3f |", ofError[m]);
      }
      System.out.println();
    }
  }

  private static double[] coverage(
      List<CalibrationMetric> metrics, double error, int samples, int rows) {
    double[][] contained =
        IntStream.range(0, samples)
            .parallel()
            .mapToObj(sample -> contained(metrics, error, sample, rows))
            .toArray(double[][]::new);
    double[] shares = new double[metrics.size()];
    for (double[] sample : contained) {
      for (int m = 0; m < shares.length; m++) {
        shares[m] += sample[m] / samples;
      }
    }
    return shares;
  }

  /** 1 for each metric whose interval contains the truth, else 0. */
  private static double[] contained(
      List<CalibrationMetric> metrics, double error, int sample, int rows) {
    List<Interval> intervals =
        Bootstrap.seeded(sample)
            .withReplicates(REPLICATES)
            .intervals(predictions(rows, error, new SplittableRandom(sample)), metrics);
    return IntStream.range(0, metrics.size())
        .mapToDouble(
            m -> intervals.get(m).contains(truth(metrics.get(m), error).orElseThrow()) ? 1 : 0)
        .toArray();
  }

  private static OptionalDouble truth(CalibrationMetric metric, double error) {
    return switch (metric.key()) {
      case "accuracy" -> OptionalDouble.of(0.75 - error);
      case "brier" -> OptionalDouble.of(1.0 / 3 + error);
      case "nll" -> OptionalDouble.empty();
      default -> OptionalDouble.of(error);
    };
  }

  private static LabelledPredictions predictions(int rows, double error, SplittableRandom random) {
    double[][] probabilities = new double[rows][];
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      double confidence = 0.5 + 0.5 * random.nextDouble();
      probabilities[i] = new double[] {confidence, 1 - confidence};
      labels[i] = random.nextDouble() < confidence - error ? 0 : 1;
    }
    return LabelledPredictions.of(
        Probabilities.of(Matrix.copyOf(probabilities)), Labels.copyOf(labels, 2));
  }
}

package org.transcal.calibration;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.SourceValidation;

/**
 * Importance-weighted ECE of source validation with both control variates, clamped at 0: the
 * paper's estimate of target ECE as a function of temperature and λ.
 *
 * <p>Given λ and the sign of each bin, the estimate is linear in c − r: a least-squares coefficient
 * is a covariance, a sum over rows. So each row has two factors that depend on λ alone, and a bin
 * needs two sums: one whose sign is the bin's, one that the sign multiplies.
 *
 * <p>Paper: {@code lambda_objective}, {@code eq:cv1}, {@code eq:cv2}. Symbols: {@code c}
 * confidence, {@code r} correctness, {@code w^λ} weights, {@code c̄} source confidence.
 *
 * <p>Cost: rows × classes per temperature, or rows within a {@link ConfidenceSpan}, and two
 * products per row for each λ.
 */
final class WeightedCalibrationError {
  /** Relative accuracy of the temperatures at which rows change bins. */
  private static final double JUMP_TOLERANCE = 1e-9;

  /** Rows that differ by less than this differ by rounding. */
  private static final double EQUAL = 1e-12;

  private final Matrix logits;
  private final double[] correctness;
  private final double[] centredCorrectness;
  private final double correctnessExcess;
  private final double correctnessSquares;
  private final Frequencies frequencies;
  private final ImportanceWeights weights;
  private final double largestLog;
  private final int bins;

  /**
   * An estimate.
   *
   * @param sourceConfidence c̄, mean source confidence after source temperature scaling
   */
  WeightedCalibrationError(
      SourceValidation source, ImportanceWeights weights, double sourceConfidence, int bins) {
    this.logits = source.logits().values();
    this.correctness = source.logits().correctness(source.labels());
    this.frequencies = source.frequencies();
    this.weights = weights;
    this.bins = bins;
    double accuracy = frequencies.mean(correctness);
    this.correctnessExcess = accuracy - sourceConfidence;
    this.centredCorrectness = Arrays.stream(correctness).map(r -> r - accuracy).toArray();
    // All right or all wrong: the centred correctness is rounding, and must count as none.
    this.correctnessSquares =
        isConstant(correctness) ? 0 : sumOfProducts(centredCorrectness, centredCorrectness);
    this.largestLog = Math.log(weights.max(frequencies));
  }

  /** What a row's c − r is multiplied by, for each of several λ: one block of numbers per row. */
  record Factors(int lambdas, double[] weight, double[] reduced) {}

  /** The factors of the rows for several λ; λ = 0 is the limit λ → 0⁺. */
  Factors factors(double... lambdas) {
    int size = Math.multiplyExact(lambdas.length, correctness.length);
    Factors factors = new Factors(lambdas.length, new double[size], new double[size]);
    for (int at = 0; at < lambdas.length; at++) {
      fill(factors, at, lambdas[at]);
    }
    return factors;
  }

  /**
   * The weight variate w^λ − 1 is measured from the largest weight and up to a factor, as {@link
   * org.transcal.accuracy.WeightedError} does: covariances notice neither, and no digits are lost.
   */
  private void fill(Factors factors, int at, double lambda) {
    int rows = correctness.length;
    double[] variate = new double[rows];
    for (int i = 0; i < rows; i++) {
      double log = weights.log(i) - largestLog;
      variate[i] = lambda == 0 ? log : Math.expm1(lambda * log) / lambda;
    }
    double offset = lambda == 0 ? largestLog : -Math.expm1(-lambda * largestLog) / lambda;
    double variateMean = frequencies.mean(variate);
    boolean constant = isConstant(variate);
    Arrays.setAll(variate, i -> variate[i] - variateMean);
    double shared = sumOfProducts(variate, centredCorrectness);
    double ofCorrectness = correctnessSquares > 0 ? correctnessExcess / correctnessSquares : 0;
    double excess = variateMean + offset - ofCorrectness * shared;
    double ofWeight = constant ? 0 : excess / sumOfProducts(variate, variate);
    for (int i = 0; i < rows; i++) {
      double weight = frequencies.get(i) * Math.exp(lambda * weights.log(i));
      double share =
          1 / frequencies.total() - ofWeight * variate[i] - ofCorrectness * centredCorrectness[i];
      factors.weight[i * factors.lambdas + at] = weight;
      factors.reduced[i * factors.lambdas + at] = weight * share;
    }
  }

  /** The estimate at a temperature, for each λ of the factors. */
  double[] at(double temperature, Factors factors) {
    return at(Kernels.rowConfidence(logits, temperature), factors);
  }

  ConfidenceSpan span(double low, double high) {
    return ConfidenceSpan.of(logits, low, high);
  }

  /** The estimate for given confidences of the rows, for each λ of the factors. */
  double[] at(double[] confidence, Factors factors) {
    int lambdas = factors.lambdas;
    double[] signed = new double[bins * lambdas];
    double[] reduced = new double[bins * lambdas];
    for (int i = 0; i < confidence.length; i++) {
      int bin = ReliabilityDiagram.binOf(confidence[i], bins) * lambdas;
      double gap = confidence[i] - correctness[i];
      int row = i * lambdas;
      for (int at = 0; at < lambdas; at++) {
        signed[bin + at] += factors.weight[row + at] * gap;
        reduced[bin + at] += factors.reduced[row + at] * gap;
      }
    }
    double[] values = new double[lambdas];
    for (int at = 0; at < lambdas; at++) {
      double sum = 0;
      for (int bin = at; bin < signed.length; bin += lambdas) {
        sum += Math.signum(signed[bin]) * reduced[bin];
      }
      values[at] = Math.max(0, sum);
    }
    return values;
  }

  /**
   * Increasing temperatures at which some row changes bins, between two temperatures; empty if
   * there are more than a limit.
   */
  double[] jumps(double lowest, double highest, int limit) {
    double[] sharp = Kernels.rowConfidence(logits, lowest);
    double[] soft = Kernels.rowConfidence(logits, highest);
    DoubleStream.Builder jumps = DoubleStream.builder();
    int count = 0;
    double[] row = new double[logits.columns()];
    for (int i = 0; i < sharp.length; i++) {
      logits.copyRow(i, row);
      int last = frequencies.get(i) > 0 ? ReliabilityDiagram.binOf(sharp[i], bins) : 0;
      for (int bin = ReliabilityDiagram.binOf(soft[i], bins); bin < last; bin++) {
        if (++count > limit) {
          return new double[0];
        }
        jumps.add(crossing(row, ReliabilityDiagram.largestConfidence(bin, bins), lowest, highest));
      }
    }
    return jumps.build().sorted().toArray();
  }

  /** The temperature at which a row's confidence leaves a bin: it falls with the temperature. */
  private static double crossing(double[] row, double edge, double lowest, double highest) {
    double low = Math.log(lowest);
    double high = Math.log(highest);
    double max = Arrays.stream(row).max().orElseThrow();
    while (high - low > JUMP_TOLERANCE) {
      double middle = (low + high) / 2;
      double inverse = Math.exp(-middle);
      double sum = 0;
      for (double z : row) {
        sum += Math.exp((z - max) * inverse);
      }
      if (1 / sum > edge) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.exp((low + high) / 2);
  }

  private boolean isConstant(double[] values) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < values.length; i++) {
      if (frequencies.get(i) > 0) {
        low = Math.min(low, values[i]);
        high = Math.max(high, values[i]);
      }
    }
    return !(high - low > EQUAL);
  }

  private double sumOfProducts(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += frequencies.get(i) * x[i] * y[i];
    }
    return sum;
  }
}

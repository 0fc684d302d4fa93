package org.transcal.shift;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.matrix.Frequencies;
import org.transcal.task.TransferTask;

/**
 * How much more likely each source validation row is in the target than in the source.
 *
 * <p>Kept as logarithms, limited to ±{@value #LOG_LIMIT}: beyond that the domains are effectively
 * disjoint, and squares of weights would overflow.
 *
 * <p>Paper: {@code eq:density_ratio}, {@code lambda_objective}. Symbols: {@code w} and {@code w^λ}.
 */
public final class ImportanceWeights {
  /** Largest absolute log weight; e^±300 squared is still a finite double. */
  static final double LOG_LIMIT = 300;

  private final double[] logs;
  private final String estimator;
  private final Optional<DomainSeparation> separation;

  private ImportanceWeights(
      double[] logs, String estimator, Optional<DomainSeparation> separation) {
    this.logs = logs;
    this.estimator = estimator;
    this.separation = separation;
  }

  /** Weights brought by the user, one per row; each must be finite and ≥ 0, and one above 0. */
  public static ImportanceWeights of(double... weights) {
    TransferTask.requireWeights(weights);
    double[] logs = Arrays.stream(weights).map(Math::log).toArray();
    return new ImportanceWeights(limited(logs), "given", Optional.empty());
  }

  /** Weights given by their natural logarithms, which may be infinite but not NaN. */
  public static ImportanceWeights ofLogs(
      double[] logs, String estimator, DomainSeparation separation) {
    return new ImportanceWeights(limited(logs), estimator, Optional.of(separation));
  }

  /**
   * Weights of an estimator that does not say how well the domains can be told apart.
   *
   * @param estimator the name that results show
   */
  public static ImportanceWeights ofLogs(double[] logs, String estimator) {
    return new ImportanceWeights(limited(logs), estimator, Optional.empty());
  }

  /** Number of source validation rows. */
  public int rows() {
    return logs.length;
  }

  /** ln w of a row. */
  public double log(int row) {
    return logs[row];
  }

  /** The weights. */
  public double[] values() {
    return temperedBy(1);
  }

  /**
   * {@code w^λ}: a smaller exponent pulls the largest weights down.
   *
   * <p>Paper: {@code lambda_objective}. Symbols: {@code w̃ = w^λ}.
   */
  public double[] temperedBy(double exponent) {
    if (!(exponent >= 0 && exponent <= 1)) {
      throw new IllegalArgumentException("Exponent λ is " + exponent + "; it must be in [0, 1]");
    }
    double[] tempered = new double[logs.length];
    Arrays.setAll(tempered, i -> Math.exp(exponent * logs[i]));
    return tempered;
  }

  /** How the weights were estimated; {@code "given"} if the user brought them. */
  public String estimator() {
    return estimator;
  }

  /** What the estimator found out about the two domains, if one was fitted. */
  public Optional<DomainSeparation> separation() {
    return separation;
  }

  /** Mean weight; near 1 if the ratio is right. */
  public double mean(Frequencies frequencies) {
    return frequencies.mean(values());
  }

  /** Largest weight of a row that counts. */
  public double max(Frequencies frequencies) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < logs.length; i++) {
      largest = frequencies.get(i) > 0 ? Math.max(largest, logs[i]) : largest;
    }
    return Math.exp(largest);
  }

  /** (Σw)² / Σw²: how many equally weighted rows carry as much information. */
  public double effectiveSampleSize(Frequencies frequencies) {
    double largest = Math.log(max(frequencies));
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < logs.length; i++) {
      double scaled = Math.exp(logs[i] - largest);
      sum += frequencies.get(i) * scaled;
      squares += frequencies.get(i) * scaled * scaled;
    }
    return sum * sum / squares;
  }

  /**
   * Shape k̂ of a generalised Pareto tail fitted to the largest 20 % of the weights; above 0.7 the
   * mean of the weights cannot be trusted. Empty if the tail is too short or flat to fit.
   */
  public OptionalDouble tailIndex(Frequencies frequencies) {
    return ParetoTail.shape(values(), frequencies);
  }

  private static double[] limited(double[] logs) {
    double[] limited = new double[logs.length];
    for (int i = 0; i < logs.length; i++) {
      if (Double.isNaN(logs[i])) {
        throw new IllegalArgumentException("Log importance weight at row " + i + " is NaN");
      }
      limited[i] = Math.max(-LOG_LIMIT, Math.min(LOG_LIMIT, logs[i]));
    }
    return limited;
  }
}

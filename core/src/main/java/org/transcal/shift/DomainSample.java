package org.transcal.shift;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

/**
 * Every n-th row of a domain, described by features, confidence and, for each class, its
 * probability and the logarithm of that.
 *
 * @param rows the descriptions
 * @param counts how much each row counts
 * @param halves 0 or 1 for each row, from its values as given: rows or columns in another order, or
 *     repeated rows, are divided in the same way
 * @param step n
 */
record DomainSample(Matrix rows, double[] counts, int[] halves, int step) {
  /** With more classes, their probabilities would be too many columns for so few rows. */
  static final int MOST_CLASSES = 100;

  private static final int MOST_ROWS = 5000;
  private static final double LEAST_PROBABILITY = 1e-6;

  static DomainSample of(
      Logits logits, Frequencies frequencies, double temperature, Optional<Matrix> features) {
    int step = step(logits.rows());
    double[][] rows = new double[(logits.rows() + step - 1) / step][];
    Arrays.setAll(rows, i -> describe(logits, i * step, temperature, features));
    return of(Matrix.copyOf(rows), logits.values(), frequencies, step);
  }

  /**
   * Rows described by features alone.
   *
   * @param scaled the features that rows are compared by
   * @param given the features as given
   */
  static DomainSample of(Matrix scaled, Matrix given, Frequencies frequencies) {
    int step = step(given.rows());
    int[] kept = IntStream.range(0, given.rows()).filter(i -> i % step == 0).toArray();
    return of(step == 1 ? scaled : scaled.selectRows(kept), given, frequencies, step);
  }

  private static int step(int rows) {
    return Math.max(1, (rows + MOST_ROWS - 1) / MOST_ROWS);
  }

  private static DomainSample of(Matrix rows, Matrix given, Frequencies frequencies, int step) {
    double[] counts = new double[rows.rows()];
    int[] halves = new int[rows.rows()];
    double[] row = new double[given.columns()];
    for (int i = 0; i < halves.length; i++) {
      given.copyRow(i * step, row);
      counts[i] = frequencies.get(i * step);
      halves[i] = Arrays.stream(row).mapToInt(DomainSample::hash).sum() >>> 31;
    }
    return new DomainSample(rows, counts, halves, step);
  }

  /** Mixed bits of a value, to be summed: columns in another order give the same sum. */
  private static int hash(double value) {
    int bits = Double.hashCode(value) * 0x9E3779B9;
    return (bits ^ bits >>> 15) * 0x85EBCA6B;
  }

  private static double[] describe(
      Logits logits, int row, double temperature, Optional<Matrix> features) {
    int classes = logits.classes();
    int known = features.map(Matrix::columns).orElse(0);
    double[] description = new double[known + 1 + (classes > MOST_CLASSES ? 0 : 2 * classes)];
    features.ifPresent(all -> all.copyRow(row, description));
    double[] probabilities = new double[classes];
    Kernels.softmaxRow(logits.values(), row, temperature, probabilities);
    description[known] = Arrays.stream(probabilities).max().orElse(1);
    for (int at = known + 1, k = 0; at < description.length; at += 2, k++) {
      description[at] = probabilities[k];
      description[at + 1] = Math.log(Math.max(probabilities[k], LEAST_PROBABILITY));
    }
    return description;
  }

  /** The same rows, counted by the weights of all rows of the domain. */
  DomainSample weightedBy(double[] weights) {
    double[] weighted = new double[counts.length];
    Arrays.setAll(weighted, i -> counts[i] * weights[i * step]);
    return new DomainSample(rows, weighted, halves, step);
  }

  /**
   * Standard error of {@link #crossFittedAuc} if both domains are the same, by effective sample
   * sizes. It is that of one half of the rows: each half finds what the other finds.
   */
  static double standardError(DomainSample source, DomainSample target) {
    return Math.sqrt((source.squaredShares() + target.squaredShares()) / 6);
  }

  /** One over the effective sample size; NaN if no row counts. */
  private double squaredShares() {
    double total = Arrays.stream(counts).sum();
    return Arrays.stream(counts).map(count -> count / total * (count / total)).sum();
  }

  /**
   * How well a logistic regression tells apart rows of the domains that it was not fitted to: mean
   * AUC of two halves. Too few different rows for two halves: 0.5 if all are equal, else 1.
   */
  static double crossFittedAuc(DomainSample source, DomainSample target) {
    if (!source.isDivisible() || !target.isDivisible()) {
      return source.isAll(source.rows) && target.isAll(source.rows) ? 0.5 : 1;
    }
    double total = Math.max(source.total(), target.total()) / 2;
    double sum = 0;
    for (int half = 0; half < 2; half++) {
      double[] fitted = source.half(1 - half, total);
      double[] coefficients =
          DomainLoss.of(source.rows, fitted, target.rows, target.half(1 - half, total))
              .minimize()
              .coefficients();
      sum +=
          RankStatistic.probabilityGreater(
              Kernels.rowDots(source.rows, coefficients),
              Frequencies.copyOf(source.half(half, total)),
              Kernels.rowDots(target.rows, coefficients),
              Frequencies.copyOf(target.half(half, total)));
    }
    return sum / 2;
  }

  private boolean isDivisible() {
    return IntStream.of(0, 1)
        .allMatch(
            half ->
                IntStream.range(0, counts.length)
                    .anyMatch(i -> halves[i] == half && counts[i] > 0));
  }

  /** Whether there are several rows, all equal to the first of the given ones. */
  private boolean isAll(Matrix same) {
    return counts.length > 1
        && IntStream.range(0, counts.length * same.columns())
            .allMatch(
                at ->
                    rows.get(at / same.columns(), at % same.columns())
                        == same.get(0, at % same.columns()));
  }

  private double total() {
    return Arrays.stream(counts).sum();
  }

  /** Counts of one half, scaled to a total. */
  private double[] half(int half, double total) {
    double[] chosen = new double[counts.length];
    Arrays.setAll(chosen, i -> halves[i] == half ? counts[i] : 0);
    double scale = total / Arrays.stream(chosen).sum();
    Arrays.setAll(chosen, i -> chosen[i] * scale);
    return chosen;
  }
}

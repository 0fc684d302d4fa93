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
 * @param given all rows of the domain as given: by these values rows are divided into halves, in
 *     the same way if rows or columns are in another order or rows are repeated
 * @param counts how often each row is there, which decides the halves with {@code given}
 * @param weights how much each row counts in a comparison
 * @param step n
 */
record DomainSample(Matrix rows, Matrix given, double[] counts, double[] weights, int step) {
  /** With more classes, their probabilities would be too many columns for so few rows. */
  static final int MOST_CLASSES = 100;

  private static final int MOST_ROWS = 5000;
  private static final double LEAST_PROBABILITY = 1e-6;

  /**
   * Rows described by features, if there are any, and predictions. Features, if there are any,
   * decide the halves: logits change with their scale and with constants, which mean nothing.
   *
   * @param scaled the features that rows are compared by
   * @param given the features as given
   */
  static DomainSample of(
      Logits logits,
      Frequencies frequencies,
      double temperature,
      Optional<Matrix> scaled,
      Optional<Matrix> given) {
    int step = step(logits.rows());
    double[][] rows = new double[(logits.rows() + step - 1) / step][];
    Arrays.setAll(rows, i -> describe(logits, i * step, temperature, scaled));
    return of(Matrix.copyOf(rows), given.orElse(logits.values()), frequencies, step);
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
    Arrays.setAll(counts, i -> frequencies.get(i * step));
    return new DomainSample(rows, given, counts, counts, step);
  }

  /** Mixed bits of a value and the number of its column, to be summed in any order. */
  private static int hash(double value, int column) {
    int bits = (Double.hashCode(value) + column) * 0x9E3779B9;
    return (bits ^ bits >>> 15) * 0x85EBCA6B;
  }

  /** For each row the sum of its hashes; the sign is the half. */
  private int[] sums(int[] columns) {
    int[] sums = new int[counts.length];
    for (int at = 0; at < sums.length * columns.length; at++) {
      int j = at % columns.length;
      sums[at / columns.length] += hash(given.get(at / columns.length * step, j), columns[j]);
    }
    return sums;
  }

  private int sumOfColumn(int column) {
    return IntStream.range(0, counts.length)
        .map(i -> (int) Math.ceil(counts[i]) * hash(given.get(i * step, column), 0))
        .sum();
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
  DomainSample weightedBy(double[] rowWeights) {
    double[] weighted = new double[counts.length];
    Arrays.setAll(weighted, i -> counts[i] * rowWeights[i * step]);
    return new DomainSample(rows, given, counts, weighted, step);
  }

  /**
   * Standard error of {@link #crossFittedAuc} if both domains are the same, by effective sample
   * sizes. It is the error on half of the rows, since the two halves are strongly correlated.
   */
  static double standardError(DomainSample source, DomainSample target) {
    return Math.sqrt((source.squaredShares() + target.squaredShares()) / 6);
  }

  /** One over the effective sample size; NaN if no row counts. */
  private double squaredShares() {
    double squares =
        IntStream.range(0, counts.length)
            .filter(i -> counts[i] > 0)
            .mapToDouble(i -> weights[i] * weights[i] / counts[i])
            .sum();
    return squares / (total() * total());
  }

  /**
   * How well a logistic regression tells apart rows of the domains that it was not fitted to: mean
   * AUC of two halves; 1 if there are too few rows for them.
   *
   * <p>One-hot rows have the same values in other columns: hashes of values alone put all of them
   * into one half. If rows repeat and a half has no more different ones than columns, so that it
   * says nothing about the other, columns are hashed, too. If that does not help, all rows are
   * fitted and compared: so few different ones are hardly overfitted.
   */
  static double crossFittedAuc(DomainSample source, DomainSample target) {
    int[] columns = new int[source.given.columns()];
    int[][] sums = {source.sums(columns), target.sums(columns)};
    if (isBlind(source, target, sums)) {
      Arrays.setAll(columns, j -> hash(source.sumOfColumn(j), target.sumOfColumn(j)));
      sums = new int[][] {source.sums(columns), target.sums(columns)};
      sums = isBlind(source, target, sums) ? new int[2][0] : sums;
    }
    if (!source.isDivisible(sums[0]) || !target.isDivisible(sums[1])) {
      return 1;
    }
    double total = Math.max(source.total(), target.total()) / 2;
    double sum = 0;
    for (int half = 0; half < 2; half++) {
      double[] fitted = source.half(sums[0], 1 - half, total);
      double[] coefficients =
          DomainLoss.of(source.rows, fitted, target.rows, target.half(sums[1], 1 - half, total))
              .minimize()
              .coefficients();
      sum +=
          RankStatistic.probabilityGreater(
              Kernels.rowDots(source.rows, coefficients),
              Frequencies.copyOf(source.half(sums[0], half, total)),
              Kernels.rowDots(target.rows, coefficients),
              Frequencies.copyOf(target.half(sums[1], half, total)));
    }
    return sum / 2;
  }

  private static boolean isBlind(DomainSample source, DomainSample target, int[][] sums) {
    int[] different =
        IntStream.concat(source.counted(sums[0]), target.counted(sums[1])).distinct().toArray();
    long negative = Arrays.stream(different).filter(sum -> sum < 0).count();
    long fewest = Math.min(negative, different.length - negative);
    boolean isDivided = source.isDivisible(sums[0]) && target.isDivisible(sums[1]);
    return 2 * different.length
            < Arrays.stream(source.counts).sum() + Arrays.stream(target.counts).sum()
        && !(isDivided && fewest > Math.min(source.given.columns(), source.rows.columns()));
  }

  private boolean isDivisible(int[] sums) {
    return sums.length == 0
        ? total() > 0
        : counted(sums).map(sum -> sum >>> 31).distinct().count() == 2;
  }

  private IntStream counted(int[] sums) {
    return IntStream.range(0, sums.length).filter(i -> weights[i] > 0).map(i -> sums[i]);
  }

  private double total() {
    return Arrays.stream(weights).sum();
  }

  /** Weights of one half, or of all rows if there are no sums, scaled to a total. */
  private double[] half(int[] sums, int half, double total) {
    double[] chosen = new double[counts.length];
    Arrays.setAll(chosen, i -> sums.length == 0 || sums[i] >>> 31 == half ? weights[i] : 0);
    double scale = total / Arrays.stream(chosen).sum();
    Arrays.setAll(chosen, i -> chosen[i] * scale);
    return chosen;
  }
}

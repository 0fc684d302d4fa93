package org.transcal.shift;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

/**
 * Evenly spaced rows of one domain, described by their features and class probabilities.
 *
 * @param rows one row per sampled row
 * @param picked the places of the sampled rows in the domain
 * @param halves 0 or 1 for each sampled row, from its values as given: rows in another order, or
 *     repeated, are divided in the same way
 * @param counts how much each sampled row counts
 */
record DomainSample(Matrix rows, int[] picked, int[] halves, double[] counts) {
  private static final int MOST_ROWS = 5000;

  /** With more classes, their probabilities would be too many columns for that many rows. */
  static final int MOST_CLASSES = 100;

  private static final double LEAST_PROBABILITY = 1e-6;

  static DomainSample ofValidation(PreparedTask prepared) {
    return of(
        prepared,
        prepared.task().sourceValidation().logits(),
        prepared.task().sourceValidation().frequencies(),
        features(prepared).map(FeatureSpace::sourceValidation));
  }

  static DomainSample ofTarget(PreparedTask prepared) {
    return of(
        prepared,
        prepared.task().target().logits(),
        prepared.task().target().frequencies(),
        features(prepared).map(FeatureSpace::target));
  }

  /**
   * Rows described by features alone.
   *
   * @param scaled the features that the rows are compared by
   * @param given the features as given
   */
  static DomainSample of(Matrix scaled, Matrix given, Frequencies frequencies) {
    int[] picked = picked(frequencies, given.rows());
    return new DomainSample(
        picked.length == given.rows() ? scaled : scaled.selectRows(picked),
        picked,
        halves(given, picked),
        Arrays.stream(picked).mapToDouble(frequencies::get).toArray());
  }

  private static int[] picked(Frequencies frequencies, int rows) {
    int step = Math.max(1, (rows + MOST_ROWS - 1) / MOST_ROWS);
    return IntStream.iterate(0, i -> i < rows, i -> i + step)
        .filter(i -> frequencies.get(i) > 0)
        .toArray();
  }

  private static Optional<FeatureSpace> features(PreparedTask prepared) {
    return prepared.task().features().map(present -> FeatureSpace.of(prepared));
  }

  private static DomainSample of(
      PreparedTask prepared, Logits logits, Frequencies frequencies, Optional<Matrix> features) {
    int[] picked = picked(frequencies, logits.rows());
    double temperature = prepared.sourceTemperature().temperature();
    double[][] rows = new double[picked.length][];
    Arrays.setAll(rows, i -> columns(logits, picked[i], temperature, features));
    double[] counts = Arrays.stream(picked).mapToDouble(frequencies::get).toArray();
    return new DomainSample(Matrix.copyOf(rows), picked, halves(logits.values(), picked), counts);
  }

  /** Features, confidence and, for each class, its probability and the logarithm of it. */
  private static double[] columns(
      Logits logits, int row, double temperature, Optional<Matrix> features) {
    int classes = logits.classes();
    double[] probabilities = new double[classes];
    Kernels.softmaxRow(logits.values(), row, temperature, probabilities);
    int known = features.map(Matrix::columns).orElse(0);
    int perClass = classes > MOST_CLASSES ? 0 : classes;
    double[] columns = Arrays.copyOf(new double[known], known + 1 + 2 * perClass);
    features.ifPresent(all -> all.copyRow(row, columns));
    columns[known] = Arrays.stream(probabilities).max().orElse(1);
    for (int k = 0; k < perClass; k++) {
      columns[known + 1 + k] = probabilities[k];
      columns[known + 1 + classes + k] = Math.log(Math.max(probabilities[k], LEAST_PROBABILITY));
    }
    return columns;
  }

  /** The same rows, each counted as many times more as its factor says. */
  DomainSample times(double[] factors) {
    double[] product = new double[counts.length];
    Arrays.setAll(product, i -> counts[i] * factors[picked[i]]);
    return new DomainSample(rows, picked, halves, product);
  }

  double total() {
    return Arrays.stream(counts).sum();
  }

  /**
   * Standard error of a cross-fitted AUC if both domains are the same, by effective sample sizes.
   * It is that of one half: what each half finds about the other is the same.
   */
  static double standardError(DomainSample source, DomainSample target) {
    return Math.sqrt((source.squaredShares() + target.squaredShares()) / 6);
  }

  /** One over the effective sample size; infinite if no row counts. */
  private double squaredShares() {
    double total = total();
    return total > 0
        ? Arrays.stream(counts).map(x -> x / total * (x / total)).sum()
        : Double.POSITIVE_INFINITY;
  }

  /**
   * How well a logistic regression tells rows of one domain from rows of the other that it was not
   * fitted to: the mean AUC of two halves. Too few different rows for two halves: 0.5 if all are
   * equal, else 1.
   */
  static double crossFittedAuc(DomainSample source, DomainSample target) {
    if (!source.isDivisible() || !target.isDivisible()) {
      return source.isAll(source.rows) && target.isAll(source.rows) ? 0.5 : 1;
    }
    double total = Math.max(source.total(), target.total()) / 2;
    double sum = 0;
    for (int half = 0; half < 2; half++) {
      double[] coefficients =
          DomainLoss.of(
                  source.rows,
                  source.half(1 - half, total),
                  target.rows,
                  target.half(1 - half, total))
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
        && IntStream.range(0, counts.length)
            .allMatch(
                i ->
                    IntStream.range(0, same.columns())
                        .allMatch(j -> rows.get(i, j) == same.get(0, j)));
  }

  private static int[] halves(Matrix values, int[] picked) {
    double[] row = new double[values.columns()];
    return IntStream.of(picked)
        .map(
            i -> {
              values.copyRow(i, row);
              return Arrays.hashCode(row) * 0x9E3779B9 >>> 31;
            })
        .toArray();
  }

  /** Counts of one half of the rows, scaled to a total, and 0 for the others. */
  private double[] half(int half, double total) {
    double[] chosen = new double[counts.length];
    Arrays.setAll(chosen, i -> halves[i] == half ? counts[i] : 0);
    double scale = total / Arrays.stream(chosen).sum();
    Arrays.setAll(chosen, i -> chosen[i] * scale);
    return chosen;
  }
}

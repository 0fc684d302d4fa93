package org.transcal.matrix;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * How often each row counts: a row of frequency 3 counts as three equal rows, 0 leaves it out.
 *
 * <p>Every metric and calibrator takes frequencies, so a bootstrap resample is a vector of counts
 * and never a copy of the data. Sample sizes become {@link #total()}, and n − 1 becomes {@code
 * total() - 1}.
 */
public final class Frequencies {
  private final double[] values;
  private final double total;

  private Frequencies(double[] values) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      if (!(values[i] >= 0 && values[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "Frequency of row " + i + " is " + values[i] + "; it must be finite and ≥ 0");
      }
      sum += values[i];
    }
    if (values.length > 0 && !(sum > 0)) {
      throw new IllegalArgumentException("All frequencies are 0; at least one row must count");
    }
    this.values = values;
    this.total = sum;
  }

  /** Every row once. */
  public static Frequencies ones(int rows) {
    double[] ones = new double[rows];
    Arrays.fill(ones, 1.0);
    return new Frequencies(ones);
  }

  /** Copies the given frequencies, one per row. */
  public static Frequencies copyOf(double... frequencies) {
    return new Frequencies(frequencies.clone());
  }

  /** The frequency of a row. */
  public double get(int row) {
    return values[row];
  }

  /** Number of rows. */
  public int rows() {
    return values.length;
  }

  /** Sum of all frequencies: the sample size. */
  public double total() {
    return total;
  }

  /** Σ f·x / Σ f over the rows that count, so x may be infinite or NaN if the frequency is 0. */
  public double mean(double[] x) {
    if (x.length != values.length) {
      throw new IllegalArgumentException(
          x.length + " values but " + values.length + " frequencies; one each is needed");
    }
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[i] > 0 ? values[i] * x[i] : 0;
    }
    return sum / total;
  }

  /** Sample covariance with the divisor Σ f − 1; NaN if Σ f ≤ 1. */
  public double covariance(double[] x, double[] y) {
    double meanX = mean(x);
    double meanY = mean(y);
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[i] > 0 ? values[i] * (x[i] - meanX) * (y[i] - meanY) : 0;
    }
    return total > 1 ? sum / (total - 1) : Double.NaN;
  }

  /** Sample variance with the divisor Σ f − 1; NaN if Σ f ≤ 1. */
  public double variance(double[] x) {
    return covariance(x, x);
  }

  /** The frequencies of the given rows. */
  public Frequencies select(int[] rows) {
    double[] selected = new double[rows.length];
    Arrays.setAll(selected, i -> values[rows[i]]);
    return new Frequencies(selected);
  }

  /** Counts of rows drawn with replacement: Σ f draws, each of row i with probability f_i / Σ f. */
  public Frequencies resampled(UniformRandomProvider random) {
    return resampled(random, Math.max(1, Math.round(total)));
  }

  /** Counts of rows drawn with replacement, each of row i with probability f_i / Σ f. */
  public Frequencies resampled(UniformRandomProvider random, long draws) {
    double[] cumulative = values.clone();
    for (int i = 1; i < cumulative.length; i++) {
      cumulative[i] += cumulative[i - 1];
    }
    double[] counts = new double[values.length];
    for (long i = 0; i < draws; i++) {
      int at = Arrays.binarySearch(cumulative, random.nextDouble() * total);
      // An exact hit ends the share of a row, so the next row of positive frequency is drawn.
      int row = at >= 0 ? at + 1 : -at - 1;
      while (row < counts.length - 1 && values[row] == 0) {
        row++;
      }
      counts[Math.min(row, counts.length - 1)]++;
    }
    return new Frequencies(counts);
  }

  /** A copy of the frequencies. */
  public double[] toArray() {
    return values.clone();
  }

  /** Fails unless there is one frequency per row; {@code what} names the rows. */
  public Frequencies requireRows(int rows, String what) {
    if (values.length != rows) {
      throw new IllegalArgumentException(
          what + " has " + rows + " rows but " + values.length + " frequencies");
    }
    return this;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Frequencies frequencies && Arrays.equals(values, frequencies.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "Frequencies of " + values.length + " rows, total " + total;
  }
}

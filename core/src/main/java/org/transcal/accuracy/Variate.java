package org.transcal.accuracy;

import org.transcal.matrix.Frequencies;

/**
 * A quantity of known expectation, up to a factor, which no least-squares coefficient notices.
 *
 * @param spread the quantity from an origin that keeps the digits in which rows differ: covariances
 *     do not notice it
 * @param offset what added to {@code spread} gives the quantity minus its expectation
 */
record Variate(double[] spread, double offset) {
  /** Rows that differ by less than this differ by rounding: the quantity is constant. */
  private static final double EQUAL = 1e-12;

  /** The quantity at a row minus its expectation. */
  double excess(int row) {
    return spread[row] + offset;
  }

  /** Whether all rows that count are equal, up to rounding. */
  boolean isConstant(Frequencies frequencies) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < spread.length; i++) {
      if (frequencies.get(i) > 0) {
        low = Math.min(low, spread[i]);
        high = Math.max(high, spread[i]);
      }
    }
    return !(high - low > EQUAL);
  }
}

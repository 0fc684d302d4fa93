package org.transcal.risk;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;
import org.transcal.shift.ImportanceWeights;

/**
 * A quantity of known expectation, given twice and by one common factor.
 *
 * @param spread the quantity from any origin: covariances do not notice which, so one is taken that
 *     keeps the digits in which rows differ
 * @param excess the quantity minus its expectation
 */
record Variate(double[] spread, double[] excess) {
  /** Rows that differ by less than this differ by rounding: the quantity is constant. */
  private static final double EQUAL = 1e-12;

  /** The correctness, whose expectation is the source confidence. */
  static Variate ofCorrectness(double[] correctness, double sourceConfidence) {
    double[] centred = new double[correctness.length];
    Arrays.setAll(centred, i -> correctness[i] - sourceConfidence);
    return new Variate(centred, centred);
  }

  /**
   * The weight {@code w^λ}, whose expectation is 1, in units of λ times the largest weight M^λ that
   * counts: {@code (w^λ − M^λ)/(λM^λ)} and {@code (w^λ − 1)/(λM^λ)}, which tend to {@code ln w − ln
   * M} and {@code ln w} as λ → 0.
   *
   * <p>Where all weights are far below 1, {@code w^λ − 1} is −1 to all digits; where they are far
   * above, its square overflows. Seen from M neither happens.
   */
  static Variate ofWeight(ImportanceWeights weights, double exponent, Frequencies frequencies) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < weights.rows(); i++) {
      largest = frequencies.get(i) > 0 ? Math.max(largest, weights.log(i)) : largest;
    }
    double origin = largest;
    double unit = Math.exp(exponent * origin);
    double[] spread = new double[weights.rows()];
    double[] excess = new double[weights.rows()];
    Arrays.setAll(spread, i -> grown(weights.log(i) - origin, exponent));
    Arrays.setAll(excess, i -> grown(weights.log(i), exponent) / unit);
    return new Variate(spread, excess);
  }

  /** (e^{λx} − 1)/λ, and x where λ is 0. */
  private static double grown(double x, double exponent) {
    return exponent == 0 ? x : Math.expm1(exponent * x) / exponent;
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

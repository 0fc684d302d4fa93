package org.transcal.calibration;

import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;

/**
 * Confidences of all rows between two temperatures: exact at both, cubics in ln T between them.
 *
 * <p>Cost: rows × classes at the ends, rows in between.
 */
final class ConfidenceSpan {
  private final Matrix logits;
  private final End low;
  private final End high;

  private record End(double temperature, double[] confidence, double[] slope) {
    static End at(Matrix logits, double temperature) {
      End end = new End(temperature, new double[logits.rows()], new double[logits.rows()]);
      Kernels.rowConfidenceWithSlope(logits, temperature, end.confidence, end.slope);
      return end;
    }
  }

  private ConfidenceSpan(Matrix logits, End low, End high) {
    this.logits = logits;
    this.low = low;
    this.high = high;
  }

  static ConfidenceSpan of(Matrix logits, double low, double high) {
    return new ConfidenceSpan(logits, End.at(logits, low), End.at(logits, high));
  }

  /** The span from this one's upper end to another temperature. */
  ConfidenceSpan next(double newHigh) {
    return new ConfidenceSpan(logits, high, End.at(logits, newHigh));
  }

  double high() {
    return high.temperature;
  }

  /** The confidence of each row at a temperature within. */
  double[] at(double temperature) {
    double width = Math.log(high.temperature / low.temperature);
    double share = Math.log(temperature / low.temperature) / width;
    double[] confidence = new double[logits.rows()];
    for (int i = 0; i < confidence.length; i++) {
      confidence[i] =
          hermite(share, width, low.confidence[i], low.slope[i], high.confidence[i], high.slope[i]);
    }
    return confidence;
  }

  /**
   * The cubic with given values and slopes at both ends of an interval.
   *
   * @param share position in the interval, 0 at its left end, 1 at its right
   * @param width length of the interval
   */
  static double hermite(
      double share, double width, double left, double leftSlope, double right, double rightSlope) {
    double rest = 1 - share;
    return rest * rest * (left * (1 + 2 * share) + share * width * leftSlope)
        + share * share * (right * (3 - 2 * share) - rest * width * rightSlope);
  }
}

package org.transcal.calibration;

import org.transcal.kernel.Kernels;
import org.transcal.optim.RootFinder;
import org.transcal.shift.Target;

/**
 * Mean target confidence as a function of temperature: it falls from its value at {@link #LOWEST}
 * towards 1/K, so each value in between belongs to one temperature.
 */
final class ConfidenceCurve {
  /** Smallest temperature TransCal considers. */
  static final double LOWEST = 1;

  /** Largest temperature TransCal considers. */
  static final double HIGHEST = 1e6;

  /** Absolute accuracy of ln T; confidence moves by less than this. */
  private static final double LOG_TOLERANCE = 1e-13;

  private final Target target;
  private final double[] knots;
  private final double[] values;

  ConfidenceCurve(Target target) {
    this.target = target;
    double[] near = Temperatures.logSpaced(LOWEST, 64, 61);
    double[] far = Temperatures.logSpaced(64, HIGHEST, 21);
    this.knots = new double[near.length + far.length - 1];
    System.arraycopy(near, 0, knots, 0, near.length);
    System.arraycopy(far, 1, knots, near.length, far.length - 1);
    this.values = new double[knots.length];
    for (int i = 0; i < knots.length; i++) {
      values[i] = at(knots[i]);
    }
  }

  /** Mean confidence at a temperature. */
  double at(double temperature) {
    return Kernels.meanConfidence(target.logits().values(), temperature, target.frequencies());
  }

  /** Mean confidence at {@link #LOWEST}. */
  double highest() {
    return values[0];
  }

  /** Mean confidence at {@link #HIGHEST}. */
  double lowest() {
    return values[values.length - 1];
  }

  /** Whether a temperature within the bounds has this mean confidence. */
  boolean reaches(double confidence) {
    return confidence <= highest() && confidence >= lowest();
  }

  /** The temperature between two knots by linear interpolation of ln T: good for drawing. */
  double roughTemperature(double confidence) {
    int right = rightKnot(confidence);
    double share = (values[right - 1] - confidence) / (values[right - 1] - values[right]);
    double low = Math.log(knots[right - 1]);
    return Math.exp(low + share * (Math.log(knots[right]) - low));
  }

  /** The temperature of a mean confidence that is {@link #reaches reached}. */
  double temperature(double confidence) {
    int right = rightKnot(confidence);
    double logTemperature =
        RootFinder.find(
            logT -> at(Math.exp(logT)) - confidence,
            Math.log(knots[right - 1]),
            Math.log(knots[right]),
            LOG_TOLERANCE);
    return Math.max(LOWEST, Math.min(HIGHEST, Math.exp(logTemperature)));
  }

  /** The first knot whose confidence is not above the given one. */
  private int rightKnot(double confidence) {
    int right = 1;
    while (right < knots.length - 1 && values[right] > confidence) {
      right++;
    }
    return right;
  }
}

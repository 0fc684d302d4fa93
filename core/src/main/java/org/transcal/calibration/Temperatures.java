package org.transcal.calibration;

import java.util.function.DoubleUnaryOperator;
import org.transcal.optim.Minimum;
import org.transcal.optim.ScalarMinimizer;

/** The range of temperatures that methods search, and the search on its logarithm. */
final class Temperatures {
  /** Smallest ln T of methods that set no range of their own. */
  static final double LOG_LOW = -4;

  /** Largest ln T of methods that set no range of their own. */
  static final double LOG_HIGH = 5;

  private Temperatures() {}

  /** The temperature at the global minimum, searched on ln T so that it is always positive. */
  static Minimum minimize(
      DoubleUnaryOperator objective, double low, double high, ScalarMinimizer minimizer) {
    Minimum minimum =
        minimizer.minimize(
            logT -> objective.applyAsDouble(Math.exp(logT)), Math.log(low), Math.log(high));
    double at = Math.max(low, Math.min(high, Math.exp(minimum.at())));
    return new Minimum(at, minimum.value(), minimum.evaluations(), minimum.termination());
  }

  /** So many temperatures evenly spaced on a logarithmic scale, both ends included. */
  static double[] logSpaced(double low, double high, int count) {
    double[] temperatures = new double[count];
    double step = Math.log(high / low) / (count - 1);
    for (int i = 0; i < count; i++) {
      temperatures[i] = i == count - 1 ? high : low * Math.exp(i * step);
    }
    return temperatures;
  }
}

package org.transcal.calibration;

import java.util.function.DoubleUnaryOperator;
import org.transcal.optim.GridBrent;
import org.transcal.optim.Minimum;
import org.transcal.shift.FittedTemperature;

/** The range of temperatures that methods search, and the search on its logarithm. */
final class Temperatures {
  private Temperatures() {}

  /** The temperature at the global minimum, searched on ln T so that it is always positive. */
  static FittedTemperature minimize(
      DoubleUnaryOperator objective, double low, double high, GridBrent minimizer) {
    Minimum minimum =
        minimizer.minimize(
            logT -> objective.applyAsDouble(Math.exp(logT)), Math.log(low), Math.log(high));
    double at = Math.max(low, Math.min(high, Math.exp(minimum.at())));
    return new FittedTemperature(at, minimum.value(), minimum.termination());
  }

  /** Temperatures evenly spaced on a logarithmic scale, both ends included. */
  static double[] logSpaced(double low, double high, int count) {
    double[] temperatures = new double[count];
    double step = Math.log(high / low) / (count - 1);
    for (int i = 0; i < count; i++) {
      temperatures[i] = i == count - 1 ? high : low * Math.exp(i * step);
    }
    return temperatures;
  }
}

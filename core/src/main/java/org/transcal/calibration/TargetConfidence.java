package org.transcal.calibration;

import org.transcal.kernel.Kernels;
import org.transcal.task.Target;

/**
 * Mean confidence of the target rows as a function of temperature: all that {@link TransCal} asks
 * of the target, so that its rows may be on other machines.
 */
@FunctionalInterface
public interface TargetConfidence {
  /**
   * Means over all target rows.
   *
   * @param confidence mean of max_k softmax(z / T)_k
   * @param slope its derivative in ln T
   */
  record Mean(double confidence, double slope) {}

  /**
   * Both means at a temperature.
   *
   * @param next increasing temperatures that may be asked for next, for rows that are better read
   *     once for several temperatures
   */
  Mean at(double temperature, double... next);

  /** Of rows in memory. */
  static TargetConfidence of(Target target) {
    return (temperature, next) -> {
      double[] confidence = new double[target.logits().rows()];
      double[] slope = new double[confidence.length];
      Kernels.rowConfidenceWithSlope(target.logits().values(), temperature, confidence, slope);
      return new Mean(target.frequencies().mean(confidence), target.frequencies().mean(slope));
    };
  }
}

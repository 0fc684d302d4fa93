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
  record Mean(double confidence, double slope) {
    /**
     * The cubic between two means, and its slope.
     *
     * @param share position between them, 0 at {@code from}, 1 at {@code to}
     * @param width distance between them in ln T
     */
    public static Mean between(Mean from, Mean to, double share, double width) {
      double rise = (to.confidence - from.confidence) / width;
      return new Mean(
          ConfidenceSpan.hermite(
              share, width, from.confidence, from.slope, to.confidence, to.slope),
          6 * share * (1 - share) * rise
              + (1 - share) * (1 - 3 * share) * from.slope
              + share * (3 * share - 2) * to.slope);
    }
  }

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

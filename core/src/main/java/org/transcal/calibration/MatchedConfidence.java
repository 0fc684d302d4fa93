package org.transcal.calibration;

import org.transcal.Termination;
import org.transcal.kernel.Kernels;
import org.transcal.optim.Minimum;
import org.transcal.task.Target;

/**
 * The temperature at which mean target confidence is a given accuracy, with ln T in [−4, 5].
 *
 * <p>Mean confidence falls in T, so there is one; Newton steps on ln T are safeguarded by a
 * bracket. An accuracy that no temperature in range reaches gets the nearer end.
 */
public final class MatchedConfidence {
  private static final double TOLERANCE = 1e-10;
  private static final int LIMIT = 100;

  private final Target target;
  private final double[] confidence;
  private final double[] slope;
  private int evaluations;

  private MatchedConfidence(Target target) {
    this.target = target;
    this.confidence = new double[target.logits().rows()];
    this.slope = new double[confidence.length];
  }

  /** The temperature, with the gap that is left as the value. */
  public static Minimum temperature(Target target, double accuracy) {
    return new MatchedConfidence(target).find(accuracy);
  }

  private Minimum find(double accuracy) {
    double low = Temperatures.LOG_LOW;
    double high = Temperatures.LOG_HIGH;
    double atLow = gap(low, accuracy);
    if (atLow <= 0) {
      return end(low, atLow, Termination.AT_BOUND);
    }
    double atHigh = gap(high, accuracy);
    if (atHigh >= 0) {
      return end(high, atHigh, Termination.AT_BOUND);
    }
    double x = 0;
    for (int i = 0; i < LIMIT; i++) {
      double gap = gap(x, accuracy);
      if (gap > 0) {
        low = x;
      } else {
        high = x;
      }
      double derivative = target.frequencies().mean(slope);
      double newton = x - gap / derivative;
      double next = newton > low && newton < high ? newton : (low + high) / 2;
      if (Math.abs(next - x) <= TOLERANCE || gap == 0) {
        return end(gap == 0 ? x : next, gap, Termination.CONVERGED);
      }
      x = next;
    }
    return end(x, gap(x, accuracy), Termination.EVALUATION_LIMIT);
  }

  private double gap(double logTemperature, double accuracy) {
    evaluations++;
    Kernels.rowConfidenceWithSlope(
        target.logits().values(), Math.exp(logTemperature), confidence, slope);
    return target.frequencies().mean(confidence) - accuracy;
  }

  private Minimum end(double logTemperature, double gap, Termination termination) {
    return new Minimum(Math.exp(logTemperature), Math.abs(gap), evaluations, termination);
  }
}

package org.transcal.shift;

import org.transcal.kernel.Kernels;
import org.transcal.optim.RootFinder;
import org.transcal.task.Target;

/**
 * The temperature at which mean target confidence is a given accuracy, with ln T in [−4, 5].
 *
 * <p>Mean confidence falls in T, so there is one; Newton steps on ln T are safeguarded by a
 * bracket. An accuracy that no temperature in range reaches gets the nearer end.
 */
final class MatchedConfidence implements RootFinder.Differentiable {
  private static final double TOLERANCE = 1e-10;
  private static final int LIMIT = 100;

  private final Target target;
  private final double accuracy;
  private final double[] confidence;
  private final double[] slope;

  private MatchedConfidence(Target target, double accuracy) {
    this.target = target;
    this.accuracy = accuracy;
    this.confidence = new double[target.logits().rows()];
    this.slope = new double[confidence.length];
  }

  static FittedTemperature temperature(Target target, double accuracy) {
    RootFinder.Root root =
        RootFinder.find(
            new MatchedConfidence(target, accuracy),
            FittedTemperature.LOG_LOWEST,
            FittedTemperature.LOG_HIGHEST,
            0,
            TOLERANCE,
            LIMIT);
    return new FittedTemperature(Math.exp(root.at()), Math.abs(root.value()), root.termination());
  }

  /** Accuracy minus mean confidence, which rises in T. */
  @Override
  public double valueAt(double logTemperature) {
    Kernels.rowConfidenceWithSlope(
        target.logits().values(), Math.exp(logTemperature), confidence, slope);
    return accuracy - target.frequencies().mean(confidence);
  }

  @Override
  public double slope() {
    return -target.frequencies().mean(slope);
  }
}

package org.transcal.shift;

import org.transcal.Termination;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.optim.RootFinder;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.SourceValidation;
import org.transcal.task.Target;

/**
 * A temperature, with the objective it was chosen by.
 *
 * @param temperature the temperature
 * @param objective the objective at that temperature
 * @param termination how the search ended
 */
public record FittedTemperature(double temperature, double objective, Termination termination) {
  /** ln T of the lowest temperature searched. */
  public static final double LOG_LOWEST = -4;

  /** ln T of the highest temperature searched. */
  public static final double LOG_HIGHEST = 5;

  /**
   * The temperature that minimises the negative log likelihood of labelled rows.
   *
   * <p>Paper: {@code optimal_temp}.
   */
  public static FittedTemperature mostLikely(
      Logits logits, Labels labels, Frequencies frequencies) {
    return LikelihoodTemperature.minimize(logits, labels, frequencies);
  }

  /** The temperature that minimises the negative log likelihood of source validation rows. */
  public static FittedTemperature mostLikely(SourceValidation source) {
    return mostLikely(source.logits(), source.labels(), source.frequencies());
  }

  /**
   * The temperature at which mean target confidence equals an accuracy; the objective is the gap
   * that is left. If no temperature in range reaches it, the nearer end.
   */
  public static FittedTemperature matching(Target target, double accuracy) {
    RootFinder.Root root =
        RootFinder.find(new Gap(target, accuracy), LOG_LOWEST, LOG_HIGHEST, 0, 1e-10, 100);
    return new FittedTemperature(Math.exp(root.at()), Math.abs(root.value()), root.termination());
  }

  /** Accuracy minus mean confidence, which rises in ln T, so that there is one zero. */
  private static final class Gap implements RootFinder.Differentiable {
    private final Target target;
    private final double accuracy;
    private final double[] confidence;
    private final double[] slope;

    Gap(Target target, double accuracy) {
      this.target = target;
      this.accuracy = accuracy;
      this.confidence = new double[target.logits().rows()];
      this.slope = new double[confidence.length];
    }

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
}

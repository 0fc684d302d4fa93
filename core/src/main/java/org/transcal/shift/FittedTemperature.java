package org.transcal.shift;

import org.transcal.Termination;
import org.transcal.kernel.Kernels;
import org.transcal.kernel.RowMoments;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.optim.BracketedNewton;
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

  private static final int BLOCK_ELEMENTS = 1 << 13;

  /**
   * The temperature that minimises the negative log likelihood of labelled rows, which is convex in
   * 1/T: its slope has one zero.
   *
   * <p>Paper: {@code optimal_temp}.
   */
  public static FittedTemperature mostLikely(
      Logits logits, Labels labels, Frequencies frequencies) {
    double[] last = new double[3];
    BracketedNewton.Root root =
        BracketedNewton.find(
            inverse -> {
              double[] sums = likelihood(logits.values(), labels, frequencies, inverse);
              System.arraycopy(sums, 0, last, 0, last.length);
              return new BracketedNewton.Value(
                  sums[1] / frequencies.total(), sums[2] / frequencies.total());
            },
            1 / Math.exp(LOG_HIGHEST),
            1 / Math.exp(LOG_LOWEST),
            1,
            1e-12,
            200);
    // The value changes by the square of the last step, which is below rounding.
    return new FittedTemperature(1 / root.at(), last[0] / frequencies.total(), root.termination());
  }

  /**
   * Negative log likelihood and its first two derivatives in the inverse temperature. Rows are
   * summed in blocks and the blocks in order, so the bits do not depend on threads.
   */
  private static double[] likelihood(
      Matrix logits, Labels labels, Frequencies frequencies, double inverse) {
    return Kernels.sumByBlocks(
        logits.rows(),
        Math.max(1, BLOCK_ELEMENTS / logits.columns()),
        3,
        (from, to, sums) -> {
          RowMoments moments = new RowMoments(to - from);
          Kernels.moments(logits, from, to, inverse, moments);
          for (int i = from; i < to; i++) {
            double frequency = frequencies.get(i);
            if (frequency > 0) {
              double sum = moments.zeroth()[i - from];
              double mean = moments.first()[i - from] / sum;
              double gap = logits.get(i, labels.get(i)) - moments.max()[i - from];
              sums[0] += frequency * (Math.log(sum) - inverse * gap);
              sums[1] += frequency * (mean - gap);
              sums[2] += frequency * (moments.second()[i - from] / sum - mean * mean);
            }
          }
        });
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
    double[] confidence = new double[target.logits().rows()];
    double[] slope = new double[confidence.length];
    // Accuracy minus mean confidence rises in ln T, so that there is one zero.
    BracketedNewton.Root root =
        BracketedNewton.find(
            logT -> {
              Kernels.rowConfidenceWithSlope(
                  target.logits().values(), Math.exp(logT), confidence, slope);
              return new BracketedNewton.Value(
                  accuracy - target.frequencies().mean(confidence),
                  -target.frequencies().mean(slope));
            },
            LOG_LOWEST,
            LOG_HIGHEST,
            0,
            1e-10,
            100);
    return new FittedTemperature(Math.exp(root.at()), Math.abs(root.value()), root.termination());
  }
}

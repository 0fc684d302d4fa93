package org.transcal.shift;

import org.transcal.kernel.Kernels;
import org.transcal.kernel.RowMoments;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.optim.RootFinder;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/**
 * Mean negative log likelihood of labelled rows as a function of the inverse temperature.
 *
 * <p>Convex in 1/T, so its slope has one zero; Newton steps on it are safeguarded by a bracket with
 * ln T in [−4, 5].
 */
final class LikelihoodTemperature implements RootFinder.Differentiable {
  private static final double LOWEST = Math.exp(FittedTemperature.LOG_LOWEST);
  private static final double HIGHEST = Math.exp(FittedTemperature.LOG_HIGHEST);
  private static final double TOLERANCE = 1e-12;
  private static final int LIMIT = 200;
  private static final int BLOCK_ELEMENTS = 1 << 13;

  private final Matrix logits;
  private final Labels labels;
  private final Frequencies frequencies;
  private double value;
  private double slope;
  private double curvature;

  private LikelihoodTemperature(Matrix logits, Labels labels, Frequencies frequencies) {
    this.logits = logits;
    this.labels = labels;
    this.frequencies = frequencies;
  }

  /** The most likely temperature of labelled rows. */
  static FittedTemperature minimize(Logits logits, Labels labels, Frequencies frequencies) {
    LikelihoodTemperature likelihood =
        new LikelihoodTemperature(logits.values(), labels, frequencies);
    RootFinder.Root root =
        RootFinder.find(likelihood, 1 / HIGHEST, 1 / LOWEST, 1, TOLERANCE, LIMIT);
    // The value changes by the square of the last step: not in any digit.
    return new FittedTemperature(1 / root.at(), likelihood.value, root.termination());
  }

  /** Rows are summed in blocks and the blocks in order: threads change no bit. */
  @Override
  public double valueAt(double inverse) {
    int rowsPerBlock = Math.max(1, BLOCK_ELEMENTS / logits.columns());
    double[] sums =
        Kernels.sumByBlocks(
            logits.rows(), rowsPerBlock, 3, (from, to, part) -> add(from, to, inverse, part));
    value = sums[0] / frequencies.total();
    slope = sums[1] / frequencies.total();
    curvature = sums[2] / frequencies.total();
    return slope;
  }

  /** The second derivative, which is the slope of the first. */
  @Override
  public double slope() {
    return curvature;
  }

  private void add(int from, int to, double inverse, double[] sums) {
    RowMoments moments = new RowMoments(to - from);
    Kernels.moments(logits, from, to, inverse, moments);
    for (int i = from; i < to; i++) {
      double frequency = frequencies.get(i);
      if (frequency > 0) {
        double sum = moments.zeroth(i - from);
        double mean = moments.first(i - from) / sum;
        double gap = logits.get(i, labels.get(i)) - moments.max(i - from);
        sums[0] += frequency * (Math.log(sum) - inverse * gap);
        sums[1] += frequency * (mean - gap);
        sums[2] += frequency * (moments.second(i - from) / sum - mean * mean);
      }
    }
  }
}

package org.transcal.shift;

import org.transcal.Termination;
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
  private static final double RELATIVE_TOLERANCE = 1e-12;
  private static final int LIMIT = 200;
  private static final int BLOCK_ELEMENTS = 1 << 13;

  /** Rows of a first, rough search. */
  private static final int SAMPLE = 2000;

  private final Matrix logits;
  private final Labels labels;
  private final Frequencies frequencies;
  private final int stride;
  private double value;
  private double slope;
  private double curvature;

  private LikelihoodTemperature(Matrix logits, Labels labels, Frequencies frequencies, int stride) {
    this.logits = logits;
    this.labels = labels;
    this.frequencies = frequencies;
    this.stride = stride;
  }

  /** The most likely temperature of labelled rows. */
  static FittedTemperature minimize(Logits logits, Labels labels, Frequencies frequencies) {
    LikelihoodTemperature all = new LikelihoodTemperature(logits.values(), labels, frequencies, 1);
    // A sample of the rows gives a starting point at a fraction of the cost.
    int stride = logits.rows() / SAMPLE;
    if (stride > 1) {
      FittedTemperature rough =
          new LikelihoodTemperature(logits.values(), labels, frequencies, stride).minimize(1);
      if (rough.termination() == Termination.CONVERGED) {
        return all.minimize(1 / rough.temperature());
      }
    }
    return all.minimize(1);
  }

  /** Searches from an inverse temperature. */
  private FittedTemperature minimize(double start) {
    RootFinder.Root root =
        RootFinder.find(this, 1 / HIGHEST, 1 / LOWEST, start, RELATIVE_TOLERANCE * start, LIMIT);
    // The value changes by the square of the last step: not in any digit.
    return new FittedTemperature(1 / root.at(), value, root.termination());
  }

  /** Rows are summed in blocks and the blocks in order: threads change no bit. */
  @Override
  public double valueAt(double inverse) {
    int rowsPerBlock = Math.max(1, BLOCK_ELEMENTS / logits.columns());
    int blocks = (logits.rows() + rowsPerBlock - 1) / rowsPerBlock;
    double[] sums =
        Kernels.sumByBlocks(
            (blocks + stride - 1) / stride,
            1,
            3,
            (block, next, part) -> {
              int from = block * stride * rowsPerBlock;
              add(from, Math.min(logits.rows(), from + rowsPerBlock), inverse, part);
            });
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

package org.transcal.calibration;

import org.transcal.Termination;
import org.transcal.kernel.Kernels;
import org.transcal.kernel.RowMoments;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.optim.Minimum;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * One temperature that minimises the negative log likelihood of labelled rows.
 *
 * <p>Convex in 1/T, so its slope has one zero; Newton steps on it are safeguarded by a bracket with
 * ln T in [−4, 5]. Paper: {@code optimal_temp}.
 */
public record TemperatureScaling() implements Calibrator {
  private static final double LOWEST = Math.exp(Temperatures.LOG_LOW);
  private static final double HIGHEST = Math.exp(Temperatures.LOG_HIGH);
  private static final double RELATIVE_TOLERANCE = 1e-12;
  private static final int LIMIT = 200;
  private static final int BLOCK_ELEMENTS = 1 << 13;

  /** Rows of a first, rough search. */
  private static final int SAMPLE = 2000;

  @Override
  public String name() {
    return "temperature";
  }

  @Override
  public String summary() {
    return "one temperature by likelihood on source validation; ignores the shift";
  }

  @Override
  public FittedCalibration fit(TransferTask task) {
    return FittedCalibration.ofTemperature(name(), task, minimize(task.sourceValidation()));
  }

  /** The best temperature of a task's labelled source rows. */
  static Minimum minimize(SourceValidation source) {
    return minimize(source.logits(), source.labels(), source.frequencies());
  }

  /** The best temperature of labelled rows. */
  static Minimum minimize(Logits logits, Labels labels, Frequencies frequencies) {
    Likelihood likelihood = new Likelihood(logits.values(), labels, frequencies);
    // A part of the rows tells about where to begin, at as small a part of the price.
    int stride = logits.rows() / SAMPLE;
    if (stride > 1) {
      Minimum rough = new Likelihood(logits.values(), labels, frequencies, stride).minimize(1);
      if (rough.termination() == Termination.CONVERGED) {
        return likelihood.minimize(1 / rough.at());
      }
    }
    return likelihood.minimize(1);
  }

  /** A step kept in its bracket: beyond it, a bound not yet tried may be the answer, else halve. */
  private static double inside(double newton, double low, double high) {
    if (newton >= low && newton <= high) {
      return newton;
    }
    if (newton > high && high == 1 / LOWEST) {
      return high;
    }
    return newton < low && low == 1 / HIGHEST ? low : Math.sqrt(low * high);
  }

  /** Mean negative log likelihood as a function of the inverse temperature, with derivatives. */
  private static final class Likelihood {
    private final Matrix logits;
    private final Labels labels;
    private final Frequencies frequencies;
    private final int stride;
    private int evaluations;
    private double value;
    private double slope;
    private double curvature;

    Likelihood(Matrix logits, Labels labels, Frequencies frequencies) {
      this(logits, labels, frequencies, 1);
    }

    /** Of every so-manieth block of rows, up to a factor. */
    Likelihood(Matrix logits, Labels labels, Frequencies frequencies, int stride) {
      this.logits = logits;
      this.labels = labels;
      this.frequencies = frequencies;
      this.stride = stride;
    }

    /** The minimum, from an inverse temperature on. */
    Minimum minimize(double start) {
      double low = 1 / HIGHEST;
      double high = 1 / LOWEST;
      double inverse = start;
      for (int i = 0; i < LIMIT; i++) {
        evaluate(inverse);
        if (inverse == 1 / HIGHEST && slope >= 0 || inverse == 1 / LOWEST && slope <= 0) {
          return minimum(inverse, Termination.AT_BOUND);
        }
        double newton = inverse - slope / curvature;
        if (slope > 0) {
          high = inverse;
        } else if (slope < 0) {
          low = inverse;
        } else if (Double.isNaN(newton)) {
          // Without slope and curvature every temperature is as good as the highest.
          newton = low;
        }
        double next = inside(newton, low, high);
        if (Math.abs(next - inverse) <= RELATIVE_TOLERANCE * inverse) {
          // The value changes by the square of the step: not in any digit.
          return minimum(next, Termination.CONVERGED);
        }
        inverse = next;
      }
      evaluate(inverse);
      return minimum(inverse, Termination.EVALUATION_LIMIT);
    }

    /** Rows are summed in blocks and the blocks in order: threads change no bit. */
    void evaluate(double inverse) {
      evaluations++;
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

    Minimum minimum(double inverse, Termination termination) {
      return new Minimum(1 / inverse, value, evaluations, termination);
    }
  }
}

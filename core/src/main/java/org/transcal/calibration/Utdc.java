package org.transcal.calibration;

import java.util.Arrays;
import org.transcal.accuracy.AccuracyEstimators;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.matrix.Order;
import org.transcal.optim.ScalarMinimizer;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;

/**
 * Unsupervised target domain calibration: target confidence of each equal-mass bin is matched to
 * the source accuracy of the same bin, scaled by how much accuracy is lost on the way.
 *
 * <p>Bins are those of T = 1 in both domains. Symbols: {@code R} = estimated target accuracy /
 * source accuracy, {@code A_v,m} and {@code C_t,m} accuracy and confidence of bin m.
 */
record Utdc() implements Calibrator {
  private static final int BINS = 15;
  private static final double LOWEST = 0.5;
  private static final double HIGHEST = 8;
  private static final ScalarMinimizer SEARCH = ScalarMinimizer.scanning(141, 1e-7);

  @Override
  public String name() {
    return "utdc";
  }

  @Override
  public String summary() {
    return "one temperature that matches bins of target confidence to scaled source accuracy";
  }

  @Override
  public FittedCalibration fit(PreparedTask prepared) {
    TransferTask task = prepared.task();
    SourceValidation source = task.sourceValidation();
    Target target = task.target();
    double[] correctness = source.logits().correctness(source.labels());
    double sourceAccuracy = source.frequencies().mean(correctness);
    if (!(sourceAccuracy > 0)) {
      throw new CalibrationException(
          "utdc needs a source accuracy above 0 to scale; every source validation row is wrong");
    }
    double accuracy = AccuracyEstimators.thresholdedConfidence().estimate(prepared);
    double ratio = accuracy / sourceAccuracy;
    Matrix targetLogits = target.logits().values();
    int bins = bins(source.frequencies(), target.frequencies());
    EqualMassBins sourceBins =
        new EqualMassBins(
            Kernels.rowConfidence(source.logits().values(), 1), source.frequencies(), bins);
    EqualMassBins targetBins =
        new EqualMassBins(Kernels.rowConfidence(targetLogits, 1), target.frequencies(), bins);
    double[] goal = sourceBins.means(correctness);
    Arrays.setAll(goal, m -> Math.max(0.01, Math.min(0.99, ratio * goal[m])));
    FittedTemperature fitted =
        Temperatures.minimize(
            temperature -> {
              double[] confidence =
                  targetBins.means(Kernels.rowConfidence(targetLogits, temperature));
              double sum = 0;
              for (int m = 0; m < bins; m++) {
                sum += Math.abs(goal[m] - confidence[m]);
              }
              return sum / bins;
            },
            LOWEST,
            HIGHEST,
            SEARCH);
    return FittedCalibration.of(name(), task, fitted).withEstimatedAccuracy(accuracy);
  }

  /** 15, or as many as the smaller set has rows: bins of both are compared one by one. */
  private static int bins(Frequencies source, Frequencies target) {
    return (int) Math.max(1, Math.min(BINS, Math.min(source.total(), target.total())));
  }

  /**
   * Rows sorted by confidence and cut into bins of equal count, the first ones a row longer where
   * the count does not divide; a row that counts more than once may lie in two bins.
   */
  private static final class EqualMassBins {
    private final int[] rows;
    private final int[] bins;
    private final double[] shares;
    private final double[] totals;
    private int pieces;

    EqualMassBins(double[] confidence, Frequencies frequencies, int count) {
      int[] order = Order.ascending(confidence);
      totals = new double[count];
      rows = new int[confidence.length + count];
      bins = new int[rows.length];
      shares = new double[rows.length];
      double whole = Math.floor(frequencies.total() / count);
      double rest = frequencies.total() - count * whole;
      int bin = 0;
      double binEnd = whole + Math.min(1, rest);
      double start = 0;
      for (Integer row : order) {
        double end = start + frequencies.get(row);
        while (bin < count - 1 && end > binEnd) {
          add(row, bin, binEnd - start);
          start = binEnd;
          bin++;
          binEnd = (bin + 1) * whole + Math.min(bin + 1, rest);
        }
        add(row, bin, end - start);
        start = end;
      }
    }

    private void add(int row, int bin, double share) {
      if (share > 0) {
        rows[pieces] = row;
        bins[pieces] = bin;
        shares[pieces] = share;
        totals[bin] += share;
        pieces++;
      }
    }

    /** Mean of the values in each bin. */
    double[] means(double[] values) {
      double[] means = new double[totals.length];
      for (int i = 0; i < pieces; i++) {
        means[bins[i]] += shares[i] * values[rows[i]];
      }
      Arrays.setAll(means, m -> means[m] / totals[m]);
      return means;
    }
  }
}

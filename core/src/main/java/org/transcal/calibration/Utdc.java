package org.transcal.calibration;

import java.util.Arrays;
import org.transcal.accuracy.AccuracyEstimator;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.matrix.Order;
import org.transcal.optim.GridBrent;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;

/**
 * Unsupervised target domain calibration: target confidence of each equal-mass bin is matched to
 * the source accuracy of the same bin, scaled by the loss of accuracy from source to target.
 *
 * <p>Bins are those of T = 1 in both domains. Symbols: {@code R} = estimated target accuracy /
 * source accuracy, {@code A_v,m} and {@code C_t,m} accuracy and confidence of bin m.
 */
record Utdc() implements Calibrator {
  private static final int BINS = 15;
  private static final double LOWEST = 0.5;
  private static final double HIGHEST = 8;
  private static final GridBrent SEARCH = new GridBrent(141, 1e-7);

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
    double accuracy = AccuracyEstimator.THRESHOLDED_CONFIDENCE.estimate(prepared);
    double ratio = accuracy / sourceAccuracy;
    Matrix targetLogits = target.logits().values();
    // At most one bin per row of the smaller set: bins of both are compared one by one.
    double rows = Math.min(source.frequencies().total(), target.frequencies().total());
    int bins = (int) Math.max(1, Math.min(BINS, rows));
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

  /**
   * Rows sorted by confidence and divided into bins of equal count, the first ones larger by one if
   * the count does not divide. A row that counts more than once may be in two bins; rows of equal
   * confidence share their mean value, so that their order does not matter.
   */
  private static final class EqualMassBins {
    private final int[] order;
    private final double[] confidence;
    private final Frequencies frequencies;
    private final double[] ends;

    EqualMassBins(double[] confidence, Frequencies frequencies, int count) {
      this.order = Order.ascending(confidence);
      this.confidence = confidence;
      this.frequencies = frequencies;
      this.ends = new double[count];
      double whole = Math.floor(frequencies.total() / count);
      double rest = frequencies.total() - count * whole;
      Arrays.setAll(ends, m -> (m + 1) * whole + Math.min(m + 1, rest));
      ends[count - 1] = Double.POSITIVE_INFINITY;
    }

    double[] means(double[] values) {
      double[] sums = new double[ends.length];
      double[] counts = new double[ends.length];
      int bin = 0;
      double start = 0;
      for (int from = 0, to = 0; from < order.length; from = to) {
        double tied = 0;
        double sum = 0;
        for (; to < order.length && confidence[order[to]] == confidence[order[from]]; to++) {
          tied += frequencies.get(order[to]);
          sum += frequencies.get(order[to]) * values[order[to]];
        }
        double value = to == from + 1 ? values[order[from]] : sum / tied;
        double end = start + tied;
        while (start < end) {
          double share = Math.min(end, ends[bin]) - start;
          sums[bin] += share * value;
          counts[bin] += share;
          start += share;
          bin += end > ends[bin] ? 1 : 0;
        }
        start = end;
      }
      Arrays.setAll(sums, m -> sums[m] / counts[m]);
      return sums;
    }
  }
}

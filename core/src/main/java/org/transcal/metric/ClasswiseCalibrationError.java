package org.transcal.metric;

import java.util.Arrays;
import org.transcal.kernel.Kernels;

/**
 * Mean over classes of the binary ECE of p_k against 1(y = k), over equally wide bins (lo, hi].
 *
 * @param bins number of bins, B
 */
record ClasswiseCalibrationError(int bins) implements MergeableMetric {
  /** Checks the number of bins. */
  ClasswiseCalibrationError {
    BinCount.require(bins);
  }

  @Override
  public String key() {
    return "eceClasswise";
  }

  @Override
  public String title() {
    return "Classwise ECE (" + bins + " equal-width bins, mean over classes)";
  }

  @Override
  public Accumulator accumulator(int classes) {
    return new Gaps(bins, classes);
  }

  /** Σ (p_k − 1(y = k)) for each class and bin. */
  private static final class Gaps implements Accumulator {
    private final int bins;
    private final double[] row;
    private final double[] gap;
    private double total;

    Gaps(int bins, int classes) {
      this.bins = bins;
      this.row = new double[classes];
      this.gap = new double[Math.multiplyExact(bins, classes)];
    }

    @Override
    public void add(LabelledPredictions block, int index, double frequency) {
      block.probabilities().copyRow(index, row);
      int label = block.labels().get(index);
      for (int k = 0; k < row.length; k++) {
        gap[k * bins + Kernels.equalWidthBin(row[k], bins)] += frequency * row[k];
      }
      gap[label * bins + Kernels.equalWidthBin(row[label], bins)] -= frequency;
      total += frequency;
    }

    @Override
    public void merge(Accumulator other) {
      if (!(other instanceof Gaps gaps && gaps.bins == bins && gaps.row.length == row.length)) {
        throw new IllegalArgumentException(
            "Cannot merge an accumulator of another metric, number of bins or number of classes");
      }
      double otherTotal = gaps.total;
      for (int i = 0; i < gap.length; i++) {
        gap[i] += gaps.gap[i];
      }
      total += otherTotal;
    }

    @Override
    public double[] sums() {
      double[] sums = Arrays.copyOf(gap, gap.length + 1);
      sums[gap.length] = total;
      return sums;
    }

    @Override
    public void mergeSums(double[] sums) {
      BinCount.requireSums(sums, gap.length + 1);
      for (int i = 0; i < gap.length; i++) {
        gap[i] += sums[i];
      }
      total += sums[gap.length];
    }

    @Override
    public double value() {
      double sum = 0;
      for (double g : gap) {
        sum += Math.abs(g);
      }
      return sum / (total * row.length);
    }
  }
}

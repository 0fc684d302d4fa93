package org.transcal.metric;

import org.transcal.kernel.Kernels;

/** Mean over classes of the binary ECE of p_k against 1(y = k), over bins (lo, hi]. */
final class ClasswiseCalibrationError extends SumMetric {
  private final int bins;

  ClasswiseCalibrationError(int bins) {
    super(
        "eceClasswise",
        "Classwise ECE (" + requireBins(bins) + " equal-width bins, mean over classes)");
    this.bins = bins;
  }

  /** Σ (p_k − 1(y = k)) for each class and bin, then the number of rows. */
  @Override
  int size(int classes) {
    return Math.multiplyExact(bins, classes) + 1;
  }

  @Override
  void add(LabelledPredictions block, int row, double frequency, double[] sums, double[] p) {
    block.probabilities().copyRow(row, p);
    int label = block.labels().get(row);
    for (int k = 0; k < p.length; k++) {
      sums[k * bins + Kernels.equalWidthBin(p[k], bins)] += frequency * p[k];
    }
    sums[label * bins + Kernels.equalWidthBin(p[label], bins)] -= frequency;
    sums[sums.length - 1] += frequency;
  }

  @Override
  double value(double[] sums, int classes) {
    double sum = 0;
    for (int i = 0; i < sums.length - 1; i++) {
      sum += Math.abs(sums[i]);
    }
    return sum / (sums[sums.length - 1] * classes);
  }
}

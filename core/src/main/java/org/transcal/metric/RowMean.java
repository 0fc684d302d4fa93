package org.transcal.metric;

import org.transcal.metric.MergeableMetric.Accumulator;

/** The mean of a number that each row has by itself. */
final class RowMean implements Accumulator {
  /** What is averaged. */
  @FunctionalInterface
  interface RowValue {
    double of(LabelledPredictions block, int row);
  }

  private final Class<? extends MergeableMetric> metric;
  private final RowValue rowValue;
  private double sum;
  private double total;

  /**
   * Starts with no rows.
   *
   * @param metric whose accumulator this is; merging asks
   */
  RowMean(Class<? extends MergeableMetric> metric, RowValue rowValue) {
    this.metric = metric;
    this.rowValue = rowValue;
  }

  @Override
  public void add(LabelledPredictions block, int row, double frequency) {
    sum += frequency * rowValue.of(block, row);
    total += frequency;
  }

  @Override
  public void merge(Accumulator other) {
    if (!(other instanceof RowMean mean && mean.metric == metric)) {
      throw new IllegalArgumentException(
          "Cannot merge an accumulator of another metric into one of " + metric.getSimpleName());
    }
    // Read before written, so that an accumulator may be merged into itself.
    double otherSum = mean.sum;
    double otherTotal = mean.total;
    sum += otherSum;
    total += otherTotal;
  }

  @Override
  public double[] sums() {
    return new double[] {sum, total};
  }

  @Override
  public void mergeSums(double[] sums) {
    BinCount.requireSums(sums, 2);
    sum += sums[0];
    total += sums[1];
  }

  @Override
  public double value() {
    return sum / total;
  }
}

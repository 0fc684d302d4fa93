package org.transcal.metric;

import java.util.Optional;

/** Mean of a value of each row. */
class RowMean extends SumMetric {
  private final RowValue rowValue;
  private final Interval range;

  /** The value to average. */
  @FunctionalInterface
  interface RowValue {
    double of(LabelledPredictions block, int row, double[] scratch);
  }

  RowMean(String key, String title, double largest, RowValue rowValue) {
    super(key, title);
    this.range = new Interval(0, largest);
    this.rowValue = rowValue;
  }

  /** {@code Σ_k (p_k − 1(k = y))²} of a row. */
  static double squaredDistance(LabelledPredictions block, int row, double[] scratch) {
    block.probabilities().copyRow(row, scratch);
    int label = block.labels().get(row);
    double sum = 0;
    for (int k = 0; k < scratch.length; k++) {
      double difference = scratch[k] - (k == label ? 1 : 0);
      sum += difference * difference;
    }
    return sum;
  }

  @Override
  public final Interval range() {
    return range;
  }

  @Override
  final int size(int classes) {
    return 2;
  }

  @Override
  final void add(
      LabelledPredictions block, int row, double frequency, double[] sums, double[] scratch) {
    sums[0] += frequency * rowValue.of(block, row, scratch);
    sums[1] += frequency;
  }

  @Override
  final double value(double[] sums, int classes) {
    return sums[0] / sums[1];
  }

  /** Share of correct rows. */
  static final class Accuracy extends RowMean {
    Accuracy() {
      super(
          "accuracy",
          "Accuracy (first class on ties)",
          1,
          (block, row, scratch) -> block.correctness(row));
    }

    @Override
    public Better better() {
      return Better.HIGHER;
    }

    @Override
    public Optional<Interval> exactInterval(double value, double total, double level) {
      return Optional.of(Interval.clopperPearson(Math.min(value * total, total), total, level));
    }
  }
}

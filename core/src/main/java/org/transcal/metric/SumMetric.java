package org.transcal.metric;

/** A metric that is a function of sums over rows. */
abstract class SumMetric extends NamedMetric implements MergeableMetric {
  SumMetric(String key, String title) {
    super(key, title);
  }

  /** Number of sums. */
  abstract int size(int classes);

  /**
   * Adds one row to the sums.
   *
   * @param scratch one element per class
   */
  abstract void add(
      LabelledPredictions block, int row, double frequency, double[] sums, double[] scratch);

  /** The metric as a function of the sums. */
  abstract double value(double[] sums, int classes);

  @Override
  public final Accumulator accumulator(int classes) {
    return new Sums(this, classes);
  }

  private static final class Sums implements Accumulator {
    private final SumMetric metric;
    private final double[] scratch;
    private final double[] sums;

    Sums(SumMetric metric, int classes) {
      this.metric = metric;
      this.scratch = new double[classes];
      this.sums = new double[metric.size(classes)];
    }

    @Override
    public void add(LabelledPredictions block, int row, double frequency) {
      metric.add(block, row, frequency, sums, scratch);
    }

    @Override
    public void merge(Accumulator other) {
      if (!(other instanceof Sums same && same.metric.equals(metric))) {
        throw new IllegalArgumentException(
            "Cannot merge an accumulator of another metric into one of " + metric);
      }
      mergeSums(same.sums);
    }

    @Override
    public double[] sums() {
      return sums.clone();
    }

    @Override
    public void mergeSums(double[] other) {
      if (other.length != sums.length) {
        throw new IllegalArgumentException(
            other.length
                + " sums; "
                + metric
                + " of "
                + scratch.length
                + " classes has "
                + sums.length);
      }
      for (int i = 0; i < sums.length; i++) {
        sums[i] += other[i];
      }
    }

    @Override
    public double value() {
      return metric.value(sums, scratch.length);
    }
  }
}

package org.transcal.metric;

import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;

/** A metric that is a function of sums over rows. */
class SumMetric extends NamedMetric implements MergeableMetric {
  private final Interval range;
  private final IntUnaryOperator size;
  private final RowSums rowSums;
  private final ToDoubleFunction<double[]> value;

  /** Adds one row to the sums; {@code scratch} has one element per class. */
  interface RowSums {
    void add(LabelledPredictions block, int row, double frequency, double[] sums, double[] scratch);
  }

  interface RowValue {
    double of(LabelledPredictions block, int row, double[] scratch);
  }

  /** A metric in [0, largest] of as many sums as {@code size} has for a number of classes. */
  SumMetric(
      String key,
      String title,
      double largest,
      IntUnaryOperator size,
      RowSums rowSums,
      ToDoubleFunction<double[]> value) {
    super(key, title);
    this.range = new Interval(0, largest);
    this.size = size;
    this.rowSums = rowSums;
    this.value = value;
  }

  /** The mean over rows of a value in [0, largest]. */
  SumMetric(String key, String title, double largest, RowValue rowValue) {
    this(
        key,
        title,
        largest,
        classes -> 2,
        (block, row, frequency, sums, scratch) -> {
          sums[0] += frequency * rowValue.of(block, row, scratch);
          sums[1] += frequency;
        },
        sums -> sums[0] / sums[1]);
  }

  @Override
  public final Interval range() {
    return range;
  }

  @Override
  public final Accumulator accumulator(int classes) {
    return new Sums(classes);
  }

  private final class Sums implements Accumulator {
    private final double[] scratch;
    private final double[] sums;

    Sums(int classes) {
      this.scratch = new double[classes];
      this.sums = new double[size.applyAsInt(classes)];
    }

    private SumMetric metric() {
      return SumMetric.this;
    }

    @Override
    public void add(LabelledPredictions block, int row, double frequency) {
      rowSums.add(block, row, frequency, sums, scratch);
    }

    @Override
    public void merge(Accumulator other) {
      if (!(other instanceof Sums same && same.metric().equals(metric()))) {
        throw new IllegalArgumentException(
            "Cannot merge an accumulator of another metric into one of " + metric());
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
        String needed = " of " + scratch.length + " classes has " + sums.length;
        throw new IllegalArgumentException(other.length + " sums; " + metric() + needed);
      }
      for (int i = 0; i < sums.length; i++) {
        sums[i] += other[i];
      }
    }

    @Override
    public double value() {
      return value.applyAsDouble(sums);
    }
  }
}

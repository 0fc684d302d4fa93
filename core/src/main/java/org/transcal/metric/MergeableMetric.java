package org.transcal.metric;

/** A metric that can be summed over row blocks: streams, threads and partitions share it. */
public interface MergeableMetric extends CalibrationMetric {
  /** An empty accumulator for predictions of so many classes. */
  Accumulator accumulator(int classes);

  @Override
  default double measure(LabelledPredictions predictions) {
    Accumulator accumulator = accumulator(predictions.classes());
    accumulator.add(predictions);
    return accumulator.value();
  }

  /** Sums over rows seen so far; {@code merge(a, b)} equals seeing all rows at once. */
  interface Accumulator {
    /** Adds a block of rows. */
    void add(LabelledPredictions block);

    /** Adds what another accumulator of the same metric has seen; the other is left unchanged. */
    void merge(Accumulator other);

    /** The metric over all rows seen; NaN where none was. */
    double value();
  }
}

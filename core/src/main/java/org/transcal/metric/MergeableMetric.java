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
    /** Adds a block of rows, each counted by its frequency. */
    default void add(LabelledPredictions block) {
      for (int i = 0; i < block.rows(); i++) {
        double frequency = block.frequencies().get(i);
        // An absent row must not be looked at: 0 times an infinite loss would be NaN.
        if (frequency > 0) {
          add(block, i, frequency);
        }
      }
    }

    /** Adds one row of a block, counted {@code frequency} (above 0) times. */
    void add(LabelledPredictions block, int row, double frequency);

    /** Adds what another accumulator of the same metric has seen; the other is left unchanged. */
    void merge(Accumulator other);

    /**
     * What has been seen, as numbers that can travel between machines; {@link #mergeSums} of
     * another accumulator of the same metric, bins and classes takes them.
     */
    double[] sums();

    /**
     * Adds what {@link #sums} of another accumulator gave.
     *
     * @throws IllegalArgumentException where their number does not fit
     */
    void mergeSums(double[] sums);

    /** The metric over all rows seen; NaN where none was. */
    double value();
  }
}

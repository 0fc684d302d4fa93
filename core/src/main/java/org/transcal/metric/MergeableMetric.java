package org.transcal.metric;

/** A metric that can be summed over row blocks of streams, threads or partitions. */
public interface MergeableMetric extends CalibrationMetric {
  /** An empty accumulator for predictions of {@code classes} classes. */
  Accumulator accumulator(int classes);

  @Override
  default double measure(LabelledPredictions predictions) {
    Accumulator accumulator = accumulator(predictions.classes());
    accumulator.add(predictions);
    return accumulator.value();
  }

  /** Sums over rows; merging two gives the same as adding all rows to one. */
  interface Accumulator {
    /** Adds a block of rows, each counted by its frequency. */
    default void add(LabelledPredictions block) {
      for (int i = 0; i < block.rows(); i++) {
        double frequency = block.frequencies().get(i);
        // Skip absent rows: 0 times an infinite loss would be NaN.
        if (frequency > 0) {
          add(block, i, frequency);
        }
      }
    }

    /** Adds one row of a block, counted {@code frequency} (above 0) times. */
    void add(LabelledPredictions block, int row, double frequency);

    /** Adds the rows of another accumulator of the same metric, which is left unchanged. */
    void merge(Accumulator other);

    /**
     * The sums as numbers that can be sent to another machine, for {@link #mergeSums} of an
     * accumulator of the same metric, bins and classes.
     */
    double[] sums();

    /**
     * Adds the {@link #sums} of another accumulator.
     *
     * @throws IllegalArgumentException if their number differs
     */
    void mergeSums(double[] sums);

    /** The metric over all rows; NaN without rows. */
    double value();
  }
}

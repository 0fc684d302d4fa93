package org.transcal.spark;

import java.io.Serializable;
import java.util.List;
import org.transcal.metric.CalibrationMetric;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.MergeableMetric;

/** A metric by name and number of bins, which is how it travels. */
record MetricChoice(String name, int bins) implements Serializable {
  /** 8 MB from each partition to the driver. */
  private static final int MOST_SUMS = 1_000_000;

  /** The metric that sums each class apart. */
  private static final String PER_CLASS = "eceClasswise";

  /** All names. */
  static List<String> names() {
    return CalibrationMetrics.mergeable(CalibrationMetrics.DEFAULT_BINS).stream()
        .map(CalibrationMetric::key)
        .toList();
  }

  /**
   * An empty accumulator.
   *
   * @throws IllegalArgumentException where it would be too large
   */
  MergeableMetric.Accumulator accumulator(int classes) {
    if (name.equals(PER_CLASS) && (long) bins * classes > MOST_SUMS) {
      throw new IllegalArgumentException(
          name
              + " of "
              + bins
              + " bins and "
              + classes
              + " classes keeps "
              + (long) bins * classes
              + " sums in each partition; lower bins, so that there are at most "
              + MOST_SUMS);
    }
    return metric().accumulator(classes);
  }

  /** The metric. */
  MergeableMetric metric() {
    for (MergeableMetric metric : CalibrationMetrics.mergeable(bins)) {
      if (metric.key().equals(name)) {
        return metric;
      }
    }
    throw new IllegalArgumentException(
        "Unknown metric \"" + name + "\"; known metrics: " + String.join(", ", names()));
  }
}

package org.transcal.spark;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import org.transcal.metric.CalibrationMetric;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.MergeableMetric;

/** A metric by name and number of bins, which can be serialized. */
record MetricChoice(String name, int bins) implements Serializable {
  /** 8 MB from each partition to the driver. */
  private static final int MOST_SUMS = 1_000_000;

  static List<String> names() {
    return CalibrationMetrics.mergeable(CalibrationMetrics.DEFAULT_BINS).stream()
        .map(CalibrationMetric::key)
        .toList();
  }

  /**
   * An empty accumulator.
   *
   * @throws IllegalArgumentException if it would be too large
   */
  MergeableMetric.Accumulator accumulator(int classes) {
    if (name.equals("eceClasswise") && (long) bins * classes > MOST_SUMS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s of %d bins and %d classes keeps %d sums in each partition; the limit is %d, so"
                  + " set fewer bins",
              name,
              bins,
              classes,
              (long) bins * classes,
              MOST_SUMS));
    }
    return metric().accumulator(classes);
  }

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

package org.transcal.spark;

import java.io.Serializable;
import java.util.List;
import org.transcal.metric.CalibrationMetric;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.MergeableMetric;

/** A metric by name and number of bins, which is how it travels. */
record MetricChoice(String name, int bins) implements Serializable {
  /** All names. */
  static List<String> names() {
    return CalibrationMetrics.mergeable(CalibrationMetrics.DEFAULT_BINS).stream()
        .map(CalibrationMetric::key)
        .toList();
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

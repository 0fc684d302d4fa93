package org.transcal.spark.monitoring;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * One row of a batch.
 *
 * @param hash of everything but the label, so that labels that arrive later do not change which
 *     rows are sampled
 * @param label the class, or −1 if it is unknown
 * @param segments the value of each segment column
 */
@SuppressWarnings("ArrayRecordComponent")
record MonitoredRow(
    long hash, double[] logits, double[] features, int label, List<String> segments) {
  /** A total order by content: rows that compare as equal are interchangeable. */
  static final Comparator<MonitoredRow> ORDER =
      Comparator.comparingLong(MonitoredRow::hash)
          .thenComparing(MonitoredRow::logits, Arrays::compare)
          .thenComparing(MonitoredRow::features, Arrays::compare)
          .thenComparing(row -> String.join("\0", row.segments()))
          .thenComparingInt(MonitoredRow::label);

  static MonitoredRow of(double[] logits, double[] features, int label, List<String> segments) {
    long hash = 1;
    for (double value : logits) {
      hash = mix(hash, Double.doubleToLongBits(value));
    }
    for (double value : features) {
      hash = mix(hash, Double.doubleToLongBits(value));
    }
    for (String value : segments) {
      hash = mix(hash, value.hashCode());
    }
    return new MonitoredRow(hash, logits, features, label, segments);
  }

  /** The finalizer of SplitMix64. */
  private static long mix(long hash, long value) {
    long z = 31 * hash + value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}

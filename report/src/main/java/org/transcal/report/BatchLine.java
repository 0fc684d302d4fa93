package org.transcal.report;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;
import org.transcal.report.markup.Json;

/** One metric, point by point: means over the batches of a point, and the widest interval. */
final class BatchLine {
  private final double[] value;
  private final double[] expected;
  private final double[] threshold;
  private final double[] low;
  private final double[] high;
  private final int[] count;

  private BatchLine(int size) {
    value = new double[size];
    expected = new double[size];
    threshold = new double[size];
    low = new double[size];
    high = new double[size];
    count = new int[size];
    Arrays.fill(low, Double.POSITIVE_INFINITY);
    Arrays.fill(high, Double.NEGATIVE_INFINITY);
  }

  /** The metrics that the batches have. */
  static Map<Metric, BatchLine> of(List<List<BatchResult>> points) {
    Map<Metric, BatchLine> lines = new EnumMap<>(Metric.class);
    // One pass in plain loops: a long history has a million readings.
    for (int i = 0; i < points.size(); i++) {
      for (BatchResult batch : points.get(i)) {
        for (Reading reading : batch.readings()) {
          lines
              .computeIfAbsent(reading.metric(), metric -> new BatchLine(points.size()))
              .add(i, reading);
        }
      }
    }
    lines.values().forEach(BatchLine::average);
    return lines;
  }

  private void add(int point, Reading reading) {
    count[point]++;
    value[point] += reading.value();
    expected[point] += reading.expected();
    threshold[point] += reading.threshold();
    if (reading.interval().isPresent()) {
      Interval interval = reading.interval().get();
      low[point] = Math.min(low[point], interval.low());
      high[point] = Math.max(high[point], interval.high());
    }
  }

  private void average() {
    for (int i = 0; i < count.length; i++) {
      value[i] /= count[i];
      expected[i] /= count[i];
      threshold[i] /= count[i];
    }
  }

  Json json() {
    Json json = new Json().withShort("v", value).withShort("e", expected).withShort("t", threshold);
    return Arrays.stream(low).allMatch(Double::isInfinite)
        ? json
        : json.withShort("l", low).withShort("h", high);
  }
}

package org.transcal.monitoring;

import java.util.Map;
import java.util.Set;

/**
 * When to raise an alert.
 *
 * @param falseAlarmRate accepted share of quiet nights with an alert, over all metrics and segments
 *     together
 * @param metrics which metrics alert; the others are only shown
 * @param fixed thresholds set by the user, which replace those of the reference
 * @param nights nights in a row a metric must be beyond its threshold before it alerts, and within
 *     before the alert ends
 */
public record AlertPolicy(
    double falseAlarmRate, Set<Metric> metrics, Map<Metric, Double> fixed, int nights) {
  /** One false alarm in a hundred nights, on any metric, at once. */
  public static final AlertPolicy DEFAULT =
      new AlertPolicy(0.01, Set.of(Metric.values()), Map.of(), 1);
}

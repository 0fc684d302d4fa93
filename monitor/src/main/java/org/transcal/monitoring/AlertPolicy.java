package org.transcal.monitoring;

import java.util.Map;
import java.util.Set;

/**
 * When to raise an alert.
 *
 * @param falseAlarmRate accepted share of quiet batches with an alert, over all metrics and
 *     segments together
 * @param metrics which metrics alert; the others are only shown
 * @param fixed thresholds set by the user, which replace those of the reference
 * @param batches consecutive batches that a metric must be beyond its threshold before it alerts,
 *     and within it before the alert ends
 */
public record AlertPolicy(
    double falseAlarmRate, Set<Metric> metrics, Map<Metric, Double> fixed, int batches) {
  /** One false alarm in a hundred batches, on any metric, at once. */
  public static final AlertPolicy DEFAULT =
      new AlertPolicy(0.01, Set.of(Metric.values()), Map.of(), 1);

  /** Copies the collections and checks the numbers. */
  public AlertPolicy {
    metrics = Set.copyOf(metrics);
    fixed = Map.copyOf(fixed);
    if (!(falseAlarmRate > 0 && falseAlarmRate < 1)) {
      throw new IllegalArgumentException(
          "False-alarm rate is " + falseAlarmRate + "; it must be above 0 and below 1");
    }
    if (batches < 1) {
      throw new IllegalArgumentException(
          "Alerts after " + batches + " batches in a row; it must be at least 1");
    }
    fixed.forEach(
        (metric, threshold) -> {
          if (!(threshold >= 0 && threshold <= 1)) {
            throw new IllegalArgumentException(
                "Threshold of " + metric.title() + " is " + threshold + "; it must be in [0, 1]");
          }
        });
  }

  /**
   * Accepted probability that one metric of one group is beyond its threshold on a quiet batch.
   *
   * @param labelled number of the groups that have labels
   */
  double probability(boolean hasFeatures, int groups, long labelled) {
    long tests =
        metrics.stream()
            .filter(m -> !fixed.containsKey(m) && (hasFeatures || m != Metric.DOMAIN_AUC))
            .mapToLong(m -> m == Metric.REALISED ? labelled : groups)
            .sum();
    return falseAlarmRate / Math.max(1, tests);
  }
}

package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;

/**
 * Values of the metrics for a group of rows.
 *
 * @param rows number of rows in the group
 * @param sampledRows number of rows that estimates used
 * @param values value of each metric that can be computed
 * @param intervals where the truth is expected
 */
record Findings(
    long rows, long sampledRows, Map<Metric, Double> values, Map<Metric, Interval> intervals) {
  /** Most rows of either side that a domain AUC compares. */
  static final int MOST_AUC_ROWS = 5_000;

  /** Values without intervals. */
  static Findings values(Rows rows, int[] group, double[] confidences, double[] classShares) {
    Findings found = distances(rows, group, confidences, classShares);
    return rows.sampled(group)
        .map(
            sampled -> {
              double accuracy = sampled.accuracy();
              found.values.put(Metric.ACCURACY, accuracy);
              found.values.put(Metric.ECE, sampled.calibrationError(accuracy));
              return new Findings(found.rows, sampled.rows(), found.values, found.intervals);
            })
        .orElse(found);
  }

  /**
   * Values with intervals.
   *
   * @param sampled the rows that estimates use, if any
   * @param record what corrects the accuracy's interval
   */
  static Findings estimates(
      Rows rows,
      int[] group,
      Optional<Rows.Sampled> sampled,
      double[] confidences,
      double[] classShares,
      TrackRecord record) {
    Findings found = distances(rows, group, confidences, classShares);
    sampled.ifPresent(
        present -> {
          Estimate accuracy = record.recalibrated(present.estimate());
          found.put(Metric.ACCURACY, accuracy);
          found.put(Metric.ECE, present.calibrationError(accuracy));
        });
    return new Findings(
        found.rows, sampled.map(Rows.Sampled::rows).orElse(0L), found.values, found.intervals);
  }

  private static Findings distances(
      Rows rows, int[] group, double[] confidences, double[] classShares) {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    values.put(Metric.CONFIDENCE, Distance.kolmogorovSmirnov(rows.confidences(group), confidences));
    values.put(Metric.CLASSES, Distance.totalVariation(rows.classShares(group), classShares));
    return new Findings(group.length, 0, values, new EnumMap<>(Metric.class));
  }

  private void put(Metric metric, Estimate estimate) {
    values.put(metric, estimate.value());
    intervals.put(metric, estimate.interval());
  }

  /** Rows that a metric was computed from. */
  double rowsOf(Metric metric) {
    return switch (metric) {
      case ACCURACY, ECE -> sampledRows;
      case DOMAIN_AUC -> Math.min(MOST_AUC_ROWS, sampledRows);
      case CONFIDENCE, CLASSES, REALISED -> rows;
    };
  }

  /** The accuracy with its interval, if there is one. */
  Optional<Estimate> accuracy() {
    return Optional.ofNullable(intervals.get(Metric.ACCURACY))
        .map(interval -> new Estimate(values.get(Metric.ACCURACY), interval));
  }

  /**
   * The values next to the usual ones.
   *
   * @param featureRows reference rows whose features are known
   * @param probability accepted probability that a quiet batch is beyond a threshold
   */
  List<Reading> readings(
      Baseline baseline, int featureRows, AlertPolicy policy, double probability) {
    List<Reading> readings = new ArrayList<>();
    values.forEach(
        (metric, value) -> {
          double n = rowsOf(metric);
          double all = metric == Metric.DOMAIN_AUC ? featureRows : baseline.rows();
          readings.add(
              new Reading(
                  metric,
                  value,
                  Optional.ofNullable(intervals.get(metric)),
                  baseline.expected(metric, n, all),
                  policy.fixed().containsKey(metric)
                      ? policy.fixed().get(metric)
                      : baseline.threshold(metric, n, all, probability)));
        });
    return readings;
  }

  /** A reference batch. */
  BatchResult batch(
      BatchTime at,
      Optional<Segment> segment,
      List<Reading> readings,
      Optional<BatchResult.Realised> realised) {
    return new BatchResult(
        at,
        segment,
        rows,
        sampledRows,
        readings,
        List.of(),
        Optional.empty(),
        List.of(),
        realised,
        1,
        List.of());
  }
}

package org.transcal.metric;

import java.util.List;

/**
 * Metrics of labelled predictions with intervals, and their reliability diagram.
 *
 * @param rows number of rows with positive frequency
 * @param classes number of classes, K
 * @param level coverage of the intervals
 * @param scores one per metric, in the order in which metrics were given
 * @param reliability accuracy against confidence
 */
public record MetricEvaluation(
    long rows, int classes, double level, List<Score> scores, ReliabilityDiagram reliability) {

  /** One metric's value with its interval. */
  public record Score(CalibrationMetric metric, Estimate estimate) {}

  /** Copies the list. */
  public MetricEvaluation {
    scores = List.copyOf(scores);
  }

  /**
   * Measures all built-in metrics.
   *
   * @param bins number of bins of binned metrics and of the diagram
   */
  public static MetricEvaluation of(
      LabelledPredictions predictions, int bins, Bootstrap bootstrap) {
    return of(predictions, CalibrationMetrics.all(bins), bins, bootstrap);
  }

  /**
   * Measures the given metrics.
   *
   * @param metrics built-in ones, your own, or both; their keys must differ
   * @param bins number of bins of the diagram
   */
  public static MetricEvaluation of(
      LabelledPredictions predictions,
      List<? extends CalibrationMetric> metrics,
      int bins,
      Bootstrap bootstrap) {
    StreamingEvaluation evaluation =
        new StreamingEvaluation(predictions.classes(), metrics, bins, bootstrap);
    evaluation.add(predictions);
    return evaluation.result();
  }

  /**
   * The estimate of one metric.
   *
   * @param key its {@link CalibrationMetric#key()}
   */
  public Estimate estimate(String key) {
    for (Score score : scores) {
      if (score.metric().key().equals(key)) {
        return score.estimate();
      }
    }
    List<String> keys = scores.stream().map(score -> score.metric().key()).toList();
    throw new IllegalArgumentException("No metric " + key + "; there are " + keys);
  }
}

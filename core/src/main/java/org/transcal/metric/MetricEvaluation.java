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
 * @param fineReliability the same in {@value #FINE_BINS} bins, for smooth curves
 * @param byClass one per class; empty unless the metrics include {@link
 *     CalibrationMetrics#classwiseCalibrationError} over the bins of the diagram
 */
public record MetricEvaluation(
    long rows,
    int classes,
    double level,
    List<Score> scores,
    ReliabilityDiagram reliability,
    ReliabilityDiagram fineReliability,
    List<ClassScore> byClass) {
  /** Number of bins of the fine diagram. */
  public static final int FINE_BINS = 500;

  /** One metric's value with its interval. */
  public record Score(CalibrationMetric metric, Estimate estimate) {}

  /**
   * How well a class is recognised.
   *
   * @param rows rows labelled with the class
   * @param predicted rows for which the class is predicted
   * @param correct rows of both kinds
   * @param ece ECE of the probability of the class
   */
  public record ClassScore(double rows, double predicted, double correct, double ece) {
    /** Share of rows predicted as the class that are of it; NaN if there are none. */
    public double precision() {
      return correct / predicted;
    }

    /** Share of rows of the class that are predicted as such; NaN if there are none. */
    public double recall() {
      return correct / rows;
    }

    /** Harmonic mean of both; NaN if the class is neither labelled nor predicted. */
    public double f1() {
      return 2 * correct / (rows + predicted);
    }
  }

  /** Copies the lists. */
  public MetricEvaluation {
    scores = List.copyOf(scores);
    byClass = List.copyOf(byClass);
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

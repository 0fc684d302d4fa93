package org.transcal.metric;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.transcal.matrix.Frequencies;

/**
 * Evaluates rows that come in blocks and are not kept: of each row 8 bytes remain, its confidence
 * and correctness, whatever the number of classes.
 *
 * <p>Metrics of confidences are measured on these, and their intervals come from resampling rows.
 * Other metrics must be mergeable; they are summed in random groups of rows, and their intervals
 * come from resampling groups. Accuracy has its exact interval. How rows are cut into blocks
 * changes no result.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class StreamingEvaluation {
  private final int classes;
  private final int bins;
  private final Bootstrap bootstrap;
  private final List<CalibrationMetric> metrics;
  private final List<MergeableMetric> mergeable;
  private final List<ConfidenceMetric> ofConfidence;
  private final RowGroups groups;
  private final OutcomeBuffer outcomes = new OutcomeBuffer();
  private final ReliabilityDiagram diagram;
  private double total;

  /**
   * Starts with no rows.
   *
   * @param bins number of bins of binned metrics and of the diagram
   */
  public StreamingEvaluation(int classes, int bins, Bootstrap bootstrap) {
    this.classes = classes;
    this.bins = bins;
    this.bootstrap = bootstrap;
    this.metrics = CalibrationMetrics.all(bins);
    this.mergeable = CalibrationMetrics.mergeable(bins);
    this.ofConfidence =
        metrics.stream()
            .filter(ConfidenceMetric.class::isInstance)
            .map(ConfidenceMetric.class::cast)
            .toList();
    this.groups = new RowGroups(mergeable, classes, bootstrap.seed());
    this.diagram = ReliabilityDiagram.empty(bins);
  }

  /** Adds the rows of a block, each counted by its frequency. */
  public void add(LabelledPredictions block) {
    if (block.classes() != classes) {
      throw new IllegalArgumentException(
          "Block has " + block.classes() + " classes where " + classes + " are needed");
    }
    for (int i = 0; i < block.rows(); i++) {
      double frequency = block.frequencies().get(i);
      if (frequency > 0) {
        diagram.add(block.confidence(i), block.correctness(i), frequency);
        outcomes.add(block.confidence(i), block.correctness(i), frequency);
        groups.add(block, i, frequency);
        total += frequency;
      }
    }
  }

  /** Every metric over the rows so far. */
  public MetricEvaluation result() {
    if (outcomes.rows() == 0) {
      throw new IllegalStateException("There are no rows to evaluate; at least one is needed");
    }
    Map<CalibrationMetric, Estimate> estimates = new HashMap<>();
    collect(
        mergeable,
        bootstrap.estimates(mergeable, groups.once(), total, groups::measure),
        estimates);
    Outcomes rows = outcomes.outcomes();
    Frequencies frequencies = outcomes.frequencies();
    collect(
        ofConfidence,
        bootstrap.estimates(
            ofConfidence,
            frequencies,
            total,
            counts -> {
              ConfidenceLevels levels = rows.levels(counts);
              return ofConfidence.stream().mapToDouble(metric -> metric.measure(levels)).toArray();
            }),
        estimates);
    return new MetricEvaluation(
        outcomes.rows(),
        classes,
        bootstrap.level(),
        metrics.stream()
            .map(metric -> new MetricEvaluation.Score(metric, estimates.get(metric)))
            .toList(),
        // A copy, since this diagram grows with the next block.
        diagram.merge(ReliabilityDiagram.empty(bins)));
  }

  private static void collect(
      List<? extends CalibrationMetric> metrics,
      List<Estimate> values,
      Map<CalibrationMetric, Estimate> estimates) {
    for (int m = 0; m < values.size(); m++) {
      estimates.put(metrics.get(m), values.get(m));
    }
  }
}

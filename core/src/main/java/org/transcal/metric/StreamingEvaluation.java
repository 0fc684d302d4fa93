package org.transcal.metric;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Evaluates rows that come in blocks and are not kept, in memory that does not grow with their
 * number.
 *
 * <p>Metrics that are sums over rows are summed in random groups of rows, and their intervals come
 * from resampling groups; accuracy has its exact interval. For metrics that need rows in order of
 * confidence, confidence and correctness of up to {@value #MOST_KEPT} rows are kept, and their
 * intervals come from resampling rows. Of more rows only {@linkplain ConfidenceCells cells} of
 * confidence remain, up to {@value #MOST_CELLS}; then every such value says how far it can be from
 * the exact one, and cells are resampled. A {@linkplain #wantsSecondLook second look} at the rows
 * makes most of these values exact. How rows are cut into blocks changes no result.
 *
 * <p>Cost: 256 groups of classes × bins numbers; up to 100 MB for {@value #MOST_KEPT} rows.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class StreamingEvaluation {
  /** Up to so many rows each one is kept, and every metric is exact. */
  public static final int MOST_KEPT = 1_000_000;

  /** Cells of right and of wrong rows that are kept of more rows. */
  public static final int MOST_CELLS = 1 << 18;

  private final int classes;
  private final int bins;
  private final Bootstrap bootstrap;
  private final List<CalibrationMetric> metrics;
  private final List<MergeableMetric> mergeable;
  private final List<ConfidenceMetric> ofConfidence;
  private final RowGroups groups;
  private final ConfidenceRows rows;
  private final ReliabilityDiagram diagram;

  /**
   * Starts with no rows.
   *
   * @param bins number of bins of binned metrics and of the diagram
   */
  public StreamingEvaluation(int classes, int bins, Bootstrap bootstrap) {
    this(classes, bins, bootstrap, MOST_KEPT, MOST_CELLS);
  }

  /** The same with other limits. */
  StreamingEvaluation(int classes, int bins, Bootstrap bootstrap, int mostKept, int mostCells) {
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
    this.rows = new ConfidenceRows(mostKept, mostCells);
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
        rows.add(block.confidence(i), block.correctness(i), frequency);
        groups.add(block, i, frequency);
      }
    }
  }

  /**
   * Whether the same rows, given once more to {@link #addAgain}, would make metrics more exact: so
   * where rows were summarised and it matters in which order some of them come. After a yes no
   * {@link #add} is possible, and all rows must come again before {@link #result}.
   */
  public boolean wantsSecondLook() {
    return rows.wantsSecondLook(ofConfidence);
  }

  /** Adds rows for the second time, cut into whatever blocks. */
  public void addAgain(LabelledPredictions block) {
    for (int i = 0; i < block.rows(); i++) {
      double frequency = block.frequencies().get(i);
      if (frequency > 0) {
        rows.addAgain(block.confidence(i), block.correctness(i), frequency);
      }
    }
  }

  /**
   * Every metric over the rows so far.
   *
   * @throws IllegalStateException where there are none, or the second look saw others
   */
  public MetricEvaluation result() {
    if (rows.rows() == 0) {
      throw new IllegalStateException("There are no rows to evaluate; at least one is needed");
    }
    Map<CalibrationMetric, MetricEvaluation.Score> scores = new HashMap<>();
    List<Estimate> sums =
        bootstrap.estimates(mergeable, groups.once(), rows.total(), groups::measure);
    for (int m = 0; m < sums.size(); m++) {
      scores.put(mergeable.get(m), new MetricEvaluation.Score(mergeable.get(m), sums.get(m), 0));
    }
    Optional<ConfidenceCells> cells = rows.cells();
    for (MetricEvaluation.Score score : rows.scores(ofConfidence, bootstrap, cells)) {
      scores.put(score.metric(), score);
    }
    return new MetricEvaluation(
        rows.rows(),
        classes,
        bootstrap.level(),
        metrics.stream().map(scores::get).toList(),
        // A copy, since this diagram grows with the next block.
        diagram.merge(ReliabilityDiagram.empty(bins)),
        rows.summary(cells));
  }
}

package org.transcal.metric;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.matrix.Frequencies;

/**
 * Evaluates rows that come in blocks and keeps 8 bytes of each: its confidence and whether it was
 * right.
 *
 * <p>Every value is that of all rows, and how rows are cut into blocks changes no result. Accuracy
 * has its exact interval. Metrics that are sums over rows are summed in random groups of rows, and
 * groups are resampled. For metrics that need rows in order of confidence, rows are resampled: all
 * of them up to {@value #MOST_RESAMPLED}, of more rows a random sample of that size.
 *
 * <p>Cost: {@link #heapBytes}, and 256 groups of classes × bins numbers.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class StreamingEvaluation {
  private static final int MOST_RESAMPLED = 1_000_000;

  private final int classes;
  private final int bins;
  private final Bootstrap bootstrap;
  private final int mostResampled;
  private final List<CalibrationMetric> metrics;
  private final List<MergeableMetric> mergeable;
  private final List<ConfidenceMetric> ofConfidence;
  private final RowGroups groups;
  private final ConfidenceRows rows = new ConfidenceRows();
  private final ReliabilityDiagram diagram;
  private double total;

  /**
   * Starts with no rows.
   *
   * @param bins number of bins of binned metrics and of the diagram
   */
  public StreamingEvaluation(int classes, int bins, Bootstrap bootstrap) {
    this(classes, bins, bootstrap, MOST_RESAMPLED);
  }

  StreamingEvaluation(int classes, int bins, Bootstrap bootstrap, int mostResampled) {
    this.classes = classes;
    this.bins = bins;
    this.bootstrap = bootstrap;
    this.mostResampled = mostResampled;
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

  /**
   * The heap that a number of rows needs: 8 bytes per row, half as much again because collectors
   * reserve a third of the heap for young objects, and room to resample.
   */
  public static long heapBytes(long rows) {
    return rows * Long.BYTES * 3 / 2
        + Math.min(rows, MOST_RESAMPLED) * 2 * Bootstrap.BYTES_PER_UNIT;
  }

  /** Adds the rows of a block, each counted by its frequency. */
  public void add(LabelledPredictions block) {
    if (block.classes() != classes) {
      throw new IllegalArgumentException(
          "Block has " + block.classes() + " classes; this evaluation has " + classes);
    }
    for (int i = 0; i < block.rows(); i++) {
      double frequency = block.frequencies().get(i);
      if (frequency > 0) {
        diagram.add(block.confidence(i), block.correctness(i), frequency);
        rows.add(block.confidence(i), block.correctness(i), frequency);
        groups.add(block, i, frequency);
        total += frequency;
      }
    }
  }

  /**
   * Every metric over the rows so far.
   *
   * @throws IllegalStateException if there are none
   */
  public MetricEvaluation result() {
    if (rows.size() == 0) {
      throw new IllegalStateException("There are no rows to evaluate; at least one is needed");
    }
    Map<CalibrationMetric, Estimate> estimates = new HashMap<>();
    put(
        estimates,
        mergeable,
        bootstrap.estimates(mergeable, groups.once(), total, groups::measure));
    put(
        estimates,
        ofConfidence,
        rows.size() > mostResampled && !rows.isWeighted() ? bySample() : byRow());
    return new MetricEvaluation(
        rows.size(),
        classes,
        bootstrap.level(),
        metrics.stream().map(m -> new MetricEvaluation.Score(m, estimates.get(m))).toList(),
        // A copy, since this diagram grows with the next block.
        diagram.merge(ReliabilityDiagram.empty(bins)));
  }

  private static void put(
      Map<CalibrationMetric, Estimate> all,
      List<? extends CalibrationMetric> metrics,
      List<Estimate> estimates) {
    for (int m = 0; m < metrics.size(); m++) {
      all.put(metrics.get(m), estimates.get(m));
    }
  }

  private List<Estimate> byRow() {
    Outcomes outcomes = new Outcomes(rows);
    return bootstrap.estimates(
        ofConfidence, rows.frequencies(), total, counts -> measure(outcomes.levels(counts)));
  }

  private List<Estimate> bySample() {
    rows.sort();
    double[] values = measure(new SortedLevels(rows));
    Outcomes sample =
        new Outcomes(
            rows.sample(mostResampled, RandomSource.XO_SHI_RO_256_PP.create(bootstrap.seed())));
    return bootstrap.estimatesBySample(
        ofConfidence,
        values,
        total,
        Frequencies.ones(mostResampled),
        counts -> measure(sample.levels(counts)));
  }

  private double[] measure(ConfidenceLevels levels) {
    return ofConfidence.stream().mapToDouble(metric -> metric.measure(levels)).toArray();
  }
}

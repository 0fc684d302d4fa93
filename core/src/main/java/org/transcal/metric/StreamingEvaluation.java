package org.transcal.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.MetricEvaluation.ClassScore;
import org.transcal.metric.MetricEvaluation.Score;

/**
 * Evaluates rows that arrive in blocks, keeping 8 bytes per row: its confidence and correctness.
 *
 * <p>All values are over all rows, and the block size changes no result. Accuracy has its exact
 * interval. {@link MergeableMetric}s are summed in random groups of rows, and groups are resampled.
 * For {@link ConfidenceMetric}s, rows are resampled: all of them up to {@value #MOST_RESAMPLED}, of
 * more rows a random sample of that size. Any other metric needs all rows in a single block.
 *
 * <p>Cost: {@link #heapBytes}, and 256 groups of classes × bins numbers.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class StreamingEvaluation {
  private static final int MOST_RESAMPLED = 1_000_000;

  private final int classes;
  private final Bootstrap bootstrap;
  private final int mostResampled;
  private final List<CalibrationMetric> metrics;
  private final List<MergeableMetric> mergeable;
  private final List<ConfidenceMetric> ofConfidence;
  private final List<CalibrationMetric> others;
  private final RowGroups groups;
  private final ConfidenceRows rows = new ConfidenceRows();
  private final double[] ofClass;
  private final double[] predicted;
  private final double[] correct;
  private ReliabilityDiagram diagram;
  private ReliabilityDiagram fine = ReliabilityDiagram.empty(MetricEvaluation.FINE_BINS);
  private Optional<LabelledPredictions> onlyBlock = Optional.empty();
  private double total;

  /**
   * Starts an evaluation of all built-in metrics.
   *
   * @param bins number of bins of binned metrics and of the diagram
   */
  public StreamingEvaluation(int classes, int bins, Bootstrap bootstrap) {
    this(classes, CalibrationMetrics.all(bins), bins, bootstrap);
  }

  /**
   * Starts an evaluation of the given metrics.
   *
   * @param metrics built-in ones, your own, or both; their keys must differ
   * @param bins number of bins of the diagram
   */
  public StreamingEvaluation(
      int classes, List<? extends CalibrationMetric> metrics, int bins, Bootstrap bootstrap) {
    this(classes, metrics, bins, bootstrap, MOST_RESAMPLED);
  }

  StreamingEvaluation(
      int classes,
      List<? extends CalibrationMetric> metrics,
      int bins,
      Bootstrap bootstrap,
      int mostResampled) {
    requireDistinctKeys(metrics);
    this.classes = classes;
    this.bootstrap = bootstrap;
    this.mostResampled = mostResampled;
    this.metrics = List.copyOf(metrics);
    this.mergeable = CalibrationMetrics.ofType(MergeableMetric.class, metrics);
    List<CalibrationMetric> rest = new ArrayList<>(metrics);
    rest.removeAll(mergeable);
    this.ofConfidence = CalibrationMetrics.ofType(ConfidenceMetric.class, rest);
    rest.removeAll(ofConfidence);
    this.others = rest;
    this.groups = new RowGroups(mergeable, classes, bootstrap.seed());
    this.diagram = ReliabilityDiagram.empty(bins);
    this.ofClass = new double[classes];
    this.predicted = new double[classes];
    this.correct = new double[classes];
  }

  private static void requireDistinctKeys(List<? extends CalibrationMetric> metrics) {
    Set<String> keys = new HashSet<>();
    for (CalibrationMetric metric : metrics) {
      if (!keys.add(metric.key())) {
        throw new IllegalArgumentException(
            "Two metrics have the key \"" + metric.key() + "\"; keys must differ");
      }
    }
  }

  /**
   * The heap needed for a number of rows: 8 bytes per row, half as much again because collectors
   * reserve a third of the heap for young objects, and space to resample.
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
    if (!others.isEmpty()) {
      if (onlyBlock.isPresent()) {
        String key = others.get(0).key();
        throw new IllegalStateException(
            "Metric \""
                + key
                + "\" needs all rows in one block; to evaluate several blocks,"
                + " implement MergeableMetric or ConfidenceMetric");
      }
      onlyBlock = Optional.of(block);
    }
    for (int i = 0; i < block.rows(); i++) {
      double frequency = block.frequencies().get(i);
      if (frequency > 0) {
        diagram.add(block.confidence(i), block.correctness(i), frequency);
        fine.add(block.confidence(i), block.correctness(i), frequency);
        ofClass[block.labels().get(i)] += frequency;
        predicted[block.prediction(i)] += frequency;
        correct[block.prediction(i)] += frequency * block.correctness(i);
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
    List<Score> scores =
        new ArrayList<>(bootstrap.scores(mergeable, groups.once(), total, groups::measure));
    if (!ofConfidence.isEmpty()) {
      boolean sampled = rows.size() > mostResampled && !rows.isWeighted();
      scores.addAll(sampled ? bySample() : byRow());
    }
    onlyBlock.ifPresent(block -> scores.addAll(bootstrap.scores(block, others)));
    scores.sort(Comparator.comparingInt(score -> metrics.indexOf(score.metric())));
    ReliabilityDiagram current = diagram;
    ReliabilityDiagram currentFine = fine;
    // The next block must not change the result.
    diagram = ReliabilityDiagram.ofSums(current.sums());
    fine = ReliabilityDiagram.ofSums(currentFine.sums());
    return new MetricEvaluation(
        rows.size(), classes, bootstrap.level(), scores, current, currentFine, byClass());
  }

  private List<ClassScore> byClass() {
    int bins = diagram.bins().size();
    MergeableMetric classwise = CalibrationMetrics.classwiseCalibrationError(bins);
    if (!mergeable.contains(classwise)) {
      return List.of();
    }
    double[] gaps = groups.sums(classwise);
    List<ClassScore> byClass = new ArrayList<>();
    for (int k = 0; k < classes; k++) {
      double gap = Arrays.stream(gaps, k * bins, (k + 1) * bins).map(Math::abs).sum();
      byClass.add(new ClassScore(ofClass[k], predicted[k], correct[k], gap / total));
    }
    return byClass;
  }

  private List<Score> byRow() {
    Outcomes outcomes = new Outcomes(rows);
    return bootstrap.scores(
        ofConfidence, rows.frequencies(), total, counts -> measure(outcomes.levels(counts)));
  }

  private List<Score> bySample() {
    rows.sort();
    double[] values = measure(new SortedLevels(rows));
    Outcomes sample =
        new Outcomes(
            rows.sample(mostResampled, RandomSource.XO_SHI_RO_256_PP.create(bootstrap.seed())));
    return bootstrap.scoresBySample(
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

package org.transcal.spark;

import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.evaluation.Evaluator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.DataTypes;
import org.slf4j.LoggerFactory;
import org.transcal.metric.CalibrationMetric;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.MergeableMetric;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.spark.rows.HandleInvalid;
import org.transcal.spark.rows.VectorValues;

/**
 * Calibration metrics of predictions with labels: {@code ece}, {@code nll}, {@code brier}, {@code
 * accuracy} and the other metrics of {@code core} that have an accumulator.
 */
public final class CalibrationEvaluator extends Evaluator
    implements StageParams<CalibrationEvaluator>,
        LabelParams<CalibrationEvaluator>,
        DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;

  /** Creates an evaluator with a random name. */
  public CalibrationEvaluator() {
    this(Identifiable.randomUID("calibrationEval"));
  }

  /** Creates an evaluator with a given name, as readers and PySpark do. */
  public CalibrationEvaluator(String uid) {
    this.uid = uid;
    setDefault(metricName(), "ece");
    setDefault(probabilityCol(), OutputParams.PROBABILITY);
    setDefault(logitsCol(), "");
    setDefault(labelCol(), "label");
    setDefault(bins(), CalibrationMetrics.DEFAULT_BINS);
    setDefault(handleInvalid(), HandleInvalid.ERROR.key());
  }

  /** Names of the metrics, as in {@code evaluate --json}. */
  public static List<String> metricNames() {
    return MetricChoice.names();
  }

  private MetricChoice choice() {
    return new MetricChoice(getMetricName(), getBins());
  }

  /**
   * The metric over all rows.
   *
   * @throws IllegalArgumentException naming a column and an example, if a row is invalid and {@code
   *     handleInvalid} is {@code error}
   */
  @Override
  public double evaluate(Dataset<?> dataset) {
    return accumulated(dataset, choice()).value();
  }

  /** The reliability diagram of all rows. */
  public ReliabilityDiagram reliability(Dataset<?> dataset) {
    return ReliabilityDiagram.ofSums(
        accumulated(dataset, new MetricChoice("ece", getBins())).sums());
  }

  private MergeableMetric.Accumulator accumulated(Dataset<?> dataset, MetricChoice choice) {
    boolean logits = !getLogitsCol().isEmpty();
    String values = logits ? getLogitsCol() : getProbabilityCol();
    String label = getLabelCol();
    VectorValues.requireVectors(dataset.schema(), values);
    VectorValues.requireNumbers(dataset.schema(), label);
    PartitionMetric metric =
        new PartitionMetric(choice, logits, values, label, HandleInvalid.of(getHandleInvalid()));
    // Added in the order of partitions, so that equal partitions give equal bits.
    List<PartitionMetric.Part> parts =
        dataset
            .select(
                VectorValues.selected(dataset.schema(), values),
                VectorValues.column(label).cast(DataTypes.DoubleType))
            .toDF()
            .javaRDD()
            .mapPartitions(metric::of)
            .collect();
    return merged(parts, choice, values);
  }

  private static MergeableMetric.Accumulator merged(
      List<PartitionMetric.Part> parts, MetricChoice choice, String values) {
    for (PartitionMetric.Part part : parts) {
      if (!part.problem.isEmpty()) {
        throw new IllegalArgumentException(part.problem);
      }
    }
    long skipped = parts.stream().mapToLong(part -> part.skipped).sum();
    if (skipped > 0) {
      LoggerFactory.getLogger(CalibrationEvaluator.class)
          .warn("{} invalid rows were skipped", skipped);
    }
    List<PartitionMetric.Part> summed = parts.stream().filter(part -> part.classes > 0).toList();
    int[] classes = summed.stream().mapToInt(part -> part.classes).distinct().toArray();
    if (classes.length == 0) {
      throw new IllegalArgumentException(
          "There are no rows to evaluate (" + skipped + " were skipped); at least one is needed");
    }
    if (classes.length > 1) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "Column \"%s\" holds %d numbers in some rows and %d in others; one per class is"
                  + " needed in each",
              values,
              classes[0],
              classes[1]));
    }
    MergeableMetric.Accumulator all = choice.accumulator(classes[0]);
    summed.forEach(part -> all.mergeSums(part.sums));
    return all;
  }

  @Override
  public boolean isLargerBetter() {
    return choice().metric().better() == CalibrationMetric.Better.HIGHER;
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public CalibrationEvaluator copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads a saved evaluator. */
  public static MLReader<CalibrationEvaluator> read() {
    return new DefaultParamsReader<>();
  }

  /** Loads the evaluator saved at a path. */
  public static CalibrationEvaluator load(String path) {
    return read().load(path);
  }

  /** Parameter: the metric. */
  public Param<String> metricName() {
    return new Param<>(this, "metricName", "one of " + metricNames());
  }

  /** Name of the metric. */
  public String getMetricName() {
    return getOrDefault(metricName());
  }

  /**
   * Sets the metric.
   *
   * @throws IllegalArgumentException listing the names, if the name is unknown
   */
  public CalibrationEvaluator setMetricName(String value) {
    set(metricName(), new MetricChoice(value, CalibrationMetrics.DEFAULT_BINS).metric().key());
    return this;
  }

  /** Parameter: logits column. */
  @Override
  public Param<String> logitsCol() {
    return new Param<>(this, "logitsCol", "logits to evaluate instead of probabilities");
  }

  /** Parameter: what happens to invalid rows. */
  @Override
  public Param<String> handleInvalid() {
    return HandleInvalid.param(this, HandleInvalid.ERROR, HandleInvalid.SKIP);
  }
}

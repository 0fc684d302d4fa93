package org.transcal.spark;

import java.util.List;
import org.apache.spark.ml.evaluation.Evaluator;
import org.apache.spark.ml.param.IntParam;
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
import org.transcal.spark.rows.TaskRows;
import org.transcal.spark.rows.VectorValues;

/**
 * Calibration metrics of probabilities beside labels: {@code ece}, {@code nll}, {@code brier},
 * {@code accuracy} and the other metrics of {@code core} that can be summed where rows are.
 *
 * <p>Partitions are summed by the accumulators of {@code core}; the sums of all are added here.
 */
public final class CalibrationEvaluator extends Evaluator implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final Param<String> metricName;
  private final Param<String> probabilityCol;
  private final Param<String> logitsCol;
  private final Param<String> labelCol;
  private final IntParam bins;
  private final Param<String> handleInvalid;

  /** An evaluator of a new name. */
  public CalibrationEvaluator() {
    this(Identifiable.randomUID("calibrationEval"));
  }

  /** An evaluator of a given name, as readers and PySpark make them. */
  public CalibrationEvaluator(String uid) {
    this.uid = uid;
    metricName = new Param<>(this, "metricName", "one of " + metricNames());
    setDefault(metricName, "ece");
    probabilityCol = new Param<>(this, "probabilityCol", "probabilities: vectors or arrays");
    setDefault(probabilityCol, OutputColumns.PROBABILITY);
    logitsCol =
        new Param<>(this, "logitsCol", "logits in place of probabilities; empty: probabilities");
    setDefault(logitsCol, "");
    labelCol = new Param<>(this, "labelCol", "classes");
    setDefault(labelCol, "label");
    bins = BinsParam.of(this);
    setDefault(bins, CalibrationMetrics.DEFAULT_BINS);
    handleInvalid = HandleInvalid.param(this, HandleInvalid.ERROR, HandleInvalid.SKIP);
    setDefault(handleInvalid, HandleInvalid.ERROR.key());
  }

  /** Names of the metrics, as {@code evaluate --json} has them. */
  public static List<String> metricNames() {
    return MetricChoice.names();
  }

  private MetricChoice choice() {
    return new MetricChoice(getMetricName(), (int) getOrDefault(bins));
  }

  /**
   * The metric over all rows.
   *
   * @throws IllegalArgumentException naming a column and an example, where some row cannot be used
   *     and {@code handleInvalid} is {@code error}
   */
  @Override
  public double evaluate(Dataset<?> dataset) {
    return accumulated(dataset, choice()).value();
  }

  /** The reliability diagram of all rows. */
  public ReliabilityDiagram reliability(Dataset<?> dataset) {
    return ReliabilityDiagram.ofSums(
        accumulated(dataset, new MetricChoice("ece", (int) getOrDefault(bins))).sums());
  }

  private MergeableMetric.Accumulator accumulated(Dataset<?> dataset, MetricChoice choice) {
    boolean logits = !getOrDefault(logitsCol).isEmpty();
    String values = getOrDefault(logits ? logitsCol : probabilityCol);
    String label = getOrDefault(labelCol);
    VectorValues.requireColumn(dataset.schema(), values);
    TaskRows.requireNumber(dataset.schema(), label);
    PartitionScore score =
        new PartitionScore(
            choice,
            logits ? PartitionScore.Scale.LOGITS : PartitionScore.Scale.PROBABILITIES,
            values,
            label,
            HandleInvalid.of(getOrDefault(handleInvalid)));
    // In the order of partitions, so that one partitioning always gives the same bits.
    List<PartitionScore.Part> parts =
        dataset
            .select(
                VectorValues.selected(dataset.schema(), values),
                VectorValues.column(label).cast(DataTypes.DoubleType))
            .toDF()
            .javaRDD()
            .mapPartitions(score::of)
            .collect();
    return merged(parts, choice, values);
  }

  private static MergeableMetric.Accumulator merged(
      List<PartitionScore.Part> parts, MetricChoice choice, String values) {
    long skipped = 0;
    int classes = 0;
    for (PartitionScore.Part part : parts) {
      if (!part.problem().isEmpty()) {
        throw new IllegalArgumentException(part.problem());
      }
      skipped += part.skipped();
      if (classes > 0 && part.classes() > 0 && part.classes() != classes) {
        throw new IllegalArgumentException(
            "Column \""
                + values
                + "\" holds "
                + classes
                + " numbers in some rows and "
                + part.classes()
                + " in others; one per class is needed in each");
      }
      classes = Math.max(classes, part.classes());
    }
    if (skipped > 0) {
      LoggerFactory.getLogger(CalibrationEvaluator.class)
          .warn("{} rows that cannot be evaluated were skipped", skipped);
    }
    if (classes == 0) {
      throw new IllegalArgumentException(
          "There are no rows to evaluate (" + skipped + " were skipped); at least one is needed");
    }
    MergeableMetric.Accumulator all = choice.accumulator(classes);
    for (PartitionScore.Part part : parts) {
      if (part.classes() > 0) {
        all.mergeSums(part.sums());
      }
    }
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

  /** Reads an evaluator that was written. */
  public static MLReader<CalibrationEvaluator> read() {
    return new DefaultParamsReader<>();
  }

  /** Reads an evaluator that was written at a path. */
  public static CalibrationEvaluator load(String path) {
    return read().load(path);
  }

  /** Parameter: the metric. */
  public Param<String> metricName() {
    return metricName;
  }

  /** Name of the metric. */
  public String getMetricName() {
    return getOrDefault(metricName);
  }

  /**
   * Sets the metric.
   *
   * @throws IllegalArgumentException listing the names, where there is none such
   */
  public CalibrationEvaluator setMetricName(String value) {
    set(metricName, new MetricChoice(value, CalibrationMetrics.DEFAULT_BINS).metric().key());
    return this;
  }

  /** Parameter: probability column. */
  public Param<String> probabilityCol() {
    return probabilityCol;
  }

  /** Sets the probability column. */
  public CalibrationEvaluator setProbabilityCol(String value) {
    set(probabilityCol, value);
    return this;
  }

  /** Parameter: logits column. */
  public Param<String> logitsCol() {
    return logitsCol;
  }

  /** Sets a column of logits to evaluate in place of probabilities. */
  public CalibrationEvaluator setLogitsCol(String value) {
    set(logitsCol, value);
    return this;
  }

  /** Parameter: label column. */
  public Param<String> labelCol() {
    return labelCol;
  }

  /** Sets the label column. */
  public CalibrationEvaluator setLabelCol(String value) {
    set(labelCol, value);
    return this;
  }

  /** Parameter: number of bins. */
  public IntParam bins() {
    return bins;
  }

  /** Sets the number of bins. */
  public CalibrationEvaluator setBins(int value) {
    set(bins, value);
    return this;
  }

  /** Parameter: what happens to rows that cannot be used. */
  public Param<String> handleInvalid() {
    return handleInvalid;
  }

  /** Sets {@code error}, or {@code skip} to leave such rows out of the metric. */
  public CalibrationEvaluator setHandleInvalid(String value) {
    set(handleInvalid, value);
    return this;
  }
}

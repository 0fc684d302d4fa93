package org.transcal.spark;

import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.spark.rows.HandleInvalid;
import org.transcal.spark.rows.RowPlan;
import org.transcal.spark.rows.RowPlan.Weighting;
import org.transcal.spark.rows.TaskRows;

/**
 * Fits a calibration to a DataFrame that holds source training, source validation and target rows.
 *
 * <p>Source validation rows are collected on the driver, up to a limit; target rows are not. The
 * result does not depend on partitioning or row order. The default method is {@code transcal}: the
 * {@code recommended} method of the command line is not distributed yet.
 *
 * <pre>{@code
 * TransCalModel model = new TransCalEstimator().setLogitsCol("rawPrediction").fit(rows);
 * Dataset<Row> calibrated = model.transform(target);
 * }</pre>
 */
public final class TransCalEstimator extends Estimator<TransCalModel>
    implements TaskParams<TransCalEstimator>,
        OutputParams<TransCalEstimator>,
        LabelParams<TransCalEstimator>,
        DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  /** A class without source validation rows is an error. */
  public static final String REFUSE = "refuse";

  /** A class without source validation rows is accepted, as on the command line. */
  public static final String ACCEPT = "accept";

  private final String uid;

  /** Creates an estimator with a random name. */
  public TransCalEstimator() {
    this(Identifiable.randomUID("transcal"));
  }

  /** Creates an estimator with a given name, as readers and PySpark do. */
  public TransCalEstimator(String uid) {
    this.uid = uid;
    setDefault(method(), SupportedMethod.DEFAULT);
    setDefault(splitCol(), "split");
    setDefault(sourceTrainValue(), "source_train");
    setDefault(sourceValidationValue(), "source_val");
    setDefault(targetValue(), "target");
    setDefault(featuresCol(), "features");
    setDefault(logitsCol(), "logits");
    setDefault(labelCol(), "label");
    setDefault(importanceCol(), "");
    setDefault(probabilityCol(), PROBABILITY);
    setDefault(confidenceCol(), CONFIDENCE);
    setDefault(handleInvalid(), HandleInvalid.ERROR.key());
    setDefault(bins(), CalibrationMetrics.DEFAULT_BINS);
    setDefault(seed(), 0L);
    setDefault(maxIter(), 500);
    setDefault(tol(), 1e-7);
    setDefault(maxValidationValues(), 50_000_000L);
    setDefault(absentClasses(), REFUSE);
    setDefault(storageLevel(), "MEMORY_AND_DISK");
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public TransCalModel fit(Dataset<?> dataset) {
    requireSupported(dataset.sparkSession().version());
    transformSchema(dataset.schema());
    SupportedMethod chosen = SupportedMethod.named(getMethod());
    RowPlan plan = plan(chosen);
    StorageLevel storage = StorageLevel.fromString(getOrDefault(storageLevel()));
    try (TaskRows rows = TaskRows.read(dataset, plan, storage)) {
      TransCalModel model = new DistributedFit(this, chosen, plan, rows).fit();
      return copyValues(model.setParent(this), new ParamMap());
    }
  }

  /** The Jackson of Spark 3 cannot write a model, which would show only after the fit. */
  static void requireSupported(String version) {
    if (version.startsWith("3.")) {
      throw new IllegalStateException(
          "TransCal needs Spark 4.0 or 4.1; this is Spark "
              + version
              + ", whose Jackson is too old");
    }
  }

  private RowPlan plan(SupportedMethod chosen) {
    Weighting estimated = getImportanceCol().isEmpty() ? Weighting.FEATURES : Weighting.IMPORTANCE;
    return new RowPlan(
        new RowPlan.Columns(
            getSplitCol(), getFeaturesCol(), getLogitsCol(), getLabelCol(), getImportanceCol()),
        new RowPlan.SplitValues(
            getOrDefault(sourceTrainValue()),
            getOrDefault(sourceValidationValue()),
            getOrDefault(targetValue())),
        chosen.needs() == SupportedMethod.Needs.SOURCE ? Weighting.NONE : estimated,
        HandleInvalid.of(getHandleInvalid()));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    TaskRows.requireColumns(schema, plan(SupportedMethod.named(getMethod())));
    return withOutputs(schema);
  }

  @Override
  public TransCalEstimator copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads a saved estimator. */
  public static MLReader<TransCalEstimator> read() {
    return new DefaultParamsReader<>();
  }

  /** Loads the estimator saved at a path. */
  public static TransCalEstimator load(String path) {
    return read().load(path);
  }

  /** Parameter: method. */
  public Param<String> method() {
    return new Param<>(this, "method", "one of " + SupportedMethod.names());
  }

  /** Name of the method. */
  public String getMethod() {
    return getOrDefault(method());
  }

  /**
   * Sets the method.
   *
   * @throws IllegalArgumentException if the method cannot be fitted on Spark, saying why
   */
  public TransCalEstimator setMethod(String value) {
    return ParamSetter.set(this, method(), SupportedMethod.named(value).key());
  }

  /** Parameter: random seed. */
  public LongParam seed() {
    return new LongParam(this, "seed", "saved with the model; no method here draws random numbers");
  }

  /** Sets the seed, which is saved with the model. */
  public TransCalEstimator setSeed(long value) {
    return ParamSetter.set(this, seed(), value);
  }

  /** Parameter: maximum number of evaluations of the domain classifier's loss. */
  public IntParam maxIter() {
    return new IntParam(
        this, "maxIter", "most evaluations of the domain classifier's loss", ParamValidators.gt(0));
  }

  /** Sets the maximum number of evaluations of the domain classifier's loss. */
  public TransCalEstimator setMaxIter(int value) {
    return ParamSetter.set(this, maxIter(), value);
  }

  /** Parameter: tolerance of the domain classifier. */
  public DoubleParam tol() {
    return new DoubleParam(
        this,
        "tol",
        "gradient norm of the domain classifier, relative to its start",
        ParamValidators.gt(0));
  }

  /** Sets the gradient norm at which the domain classifier has converged, relative to its start. */
  public TransCalEstimator setTol(double value) {
    return ParamSetter.set(this, tol(), value);
  }

  /** Parameter: maximum number of values that the driver collects. */
  public LongParam maxValidationValues() {
    return new LongParam(
        this,
        "maxValidationValues",
        "most numbers (source validation rows times classes) that the driver collects",
        ParamValidators.gt(0));
  }

  /** Sets the maximum number of values, rows × classes, that the driver collects. */
  public TransCalEstimator setMaxValidationValues(long value) {
    return ParamSetter.set(this, maxValidationValues(), value);
  }

  /** Parameter: whether classes without validation rows are an error. */
  public Param<String> absentClasses() {
    return new Param<>(
        this,
        "absentClasses",
        "whether a class without source validation rows is an error: refuse, accept",
        ParamValidators.inArray(new String[] {REFUSE, ACCEPT}));
  }

  /** Sets {@link #REFUSE} or {@link #ACCEPT}. */
  public TransCalEstimator setAbsentClasses(String value) {
    return ParamSetter.set(this, absentClasses(), value);
  }

  /** Parameter: storage level of packed rows. */
  public Param<String> storageLevel() {
    return new Param<>(this, "storageLevel", "where packed rows are cached during a fit");
  }

  /** Sets the storage level of packed rows, such as {@code DISK_ONLY}. */
  public TransCalEstimator setStorageLevel(String value) {
    StorageLevel.fromString(value);
    return ParamSetter.set(this, storageLevel(), value);
  }
}

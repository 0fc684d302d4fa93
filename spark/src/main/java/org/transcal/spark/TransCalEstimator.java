package org.transcal.spark;

import java.util.EnumSet;
import java.util.Set;
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
import org.transcal.spark.rows.RowPlan;
import org.transcal.spark.rows.RowPlan.Part;
import org.transcal.spark.rows.TaskRows;

/**
 * Fits a calibration to a DataFrame that holds source training, source validation and target rows.
 *
 * <p>Source validation rows come to the driver, up to a limit; target rows never do. The answer
 * does not depend on partitions or on the order of rows.
 *
 * <pre>{@code
 * TransCalModel model = new TransCalEstimator().setLogitsCol("rawPrediction").fit(rows);
 * Dataset<Row> calibrated = model.transform(target);
 * }</pre>
 */
public final class TransCalEstimator extends TaskColumns<TransCalEstimator>
    implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  /** A class that no source validation row has is an error. */
  public static final String REFUSE = "refuse";

  /** A class that no source validation row has is accepted, as on the command line. */
  public static final String ACCEPT = "accept";

  private final Param<String> method;
  private final Param<String> probabilityCol;
  private final Param<String> confidenceCol;
  private final IntParam bins;
  private final LongParam seed;
  private final IntParam maxIter;
  private final DoubleParam tol;
  private final LongParam maxValidationValues;
  private final Param<String> absentClasses;
  private final Param<String> storageLevel;

  /** An estimator of a new name. */
  public TransCalEstimator() {
    this(Identifiable.randomUID("transcal"));
  }

  /** An estimator of a given name, as readers and PySpark make them. */
  public TransCalEstimator(String uid) {
    super(uid);
    method = text("method", "one of " + SupportedMethod.names(), SupportedMethod.DEFAULT);
    probabilityCol =
        text("probabilityCol", "calibrated probabilities, an output", OutputColumns.PROBABILITY);
    confidenceCol =
        text("confidenceCol", "the largest of them, an output", OutputColumns.CONFIDENCE);
    bins = BinsParam.of(this);
    setDefault(bins, CalibrationMetrics.DEFAULT_BINS);
    seed = new LongParam(this, "seed", "kept with the model; no method here draws numbers");
    setDefault(seed, 0L);
    maxIter =
        new IntParam(
            this, "maxIter", "most passes the domain classifier takes", ParamValidators.gt(0));
    setDefault(maxIter, 500);
    tol =
        new DoubleParam(
            this,
            "tol",
            "gradient norm of the domain classifier, relative to its start",
            ParamValidators.gt(0));
    setDefault(tol, 1e-7);
    maxValidationValues =
        new LongParam(
            this,
            "maxValidationValues",
            "most numbers (source validation rows times classes) that the driver collects",
            ParamValidators.gt(0));
    setDefault(maxValidationValues, 50_000_000L);
    absentClasses =
        new Param<>(
            this,
            "absentClasses",
            "whether a class that no source validation row has is an error: refuse, accept",
            ParamValidators.inArray(new String[] {REFUSE, ACCEPT}));
    setDefault(absentClasses, REFUSE);
    storageLevel =
        text("storageLevel", "where packed rows are cached during a fit", "MEMORY_AND_DISK");
  }

  @Override
  TransCalEstimator self() {
    return this;
  }

  @Override
  public TransCalModel fit(Dataset<?> dataset) {
    transformSchema(dataset.schema());
    SupportedMethod chosen = SupportedMethod.named(getMethod());
    StorageLevel storage = StorageLevel.fromString(getOrDefault(storageLevel));
    try (TaskRows rows = TaskRows.read(dataset, plan(chosen), storage)) {
      SpreadFit fit = new SpreadFit(chosen, rows, settings());
      TransCalModel model = new TransCalModel(uid(), fit.modelText(), fit.summary());
      return copyValues(model.setParent(this), new ParamMap());
    }
  }

  private RowPlan plan(SupportedMethod chosen) {
    Set<Part> parts = EnumSet.noneOf(Part.class);
    if (chosen.needs() != SupportedMethod.Needs.SOURCE) {
      parts.add(getImportanceCol().isEmpty() ? Part.FEATURES : Part.IMPORTANCE);
    }
    return new RowPlan(columns(), splitValues(), parts, invalid());
  }

  private SpreadFit.Settings settings() {
    return new SpreadFit.Settings(
        columns(),
        splitValues(),
        (int) getOrDefault(bins),
        (long) getOrDefault(seed),
        (int) getOrDefault(maxIter),
        (double) getOrDefault(tol),
        (long) getOrDefault(maxValidationValues),
        getOrDefault(absentClasses));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    TaskRows.requireColumns(schema, plan(SupportedMethod.named(getMethod())));
    return OutputColumns.append(
        schema, getOrDefault(probabilityCol), getOrDefault(confidenceCol), invalid());
  }

  @Override
  public TransCalEstimator copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads an estimator that was written. */
  public static MLReader<TransCalEstimator> read() {
    return new DefaultParamsReader<>();
  }

  /** Reads an estimator that was written at a path. */
  public static TransCalEstimator load(String path) {
    return read().load(path);
  }

  /** Parameter: the method. */
  public Param<String> method() {
    return method;
  }

  /** Name of the method. */
  public String getMethod() {
    return getOrDefault(method);
  }

  /**
   * Sets the method.
   *
   * @throws IllegalArgumentException where it cannot be fitted on Spark, saying why
   */
  public TransCalEstimator setMethod(String value) {
    set(method, SupportedMethod.named(value).key());
    return this;
  }

  /** Parameter: probability column. */
  public Param<String> probabilityCol() {
    return probabilityCol;
  }

  /** Sets the column the model writes calibrated probabilities to; empty for none. */
  public TransCalEstimator setProbabilityCol(String value) {
    set(probabilityCol, value);
    return this;
  }

  /** Parameter: confidence column. */
  public Param<String> confidenceCol() {
    return confidenceCol;
  }

  /** Sets the column the model writes calibrated confidence to; empty for none. */
  public TransCalEstimator setConfidenceCol(String value) {
    set(confidenceCol, value);
    return this;
  }

  /** Parameter: number of bins. */
  public IntParam bins() {
    return bins;
  }

  /** Sets the number of bins. */
  public TransCalEstimator setBins(int value) {
    set(bins, value);
    return this;
  }

  /** Parameter: seed. */
  public LongParam seed() {
    return seed;
  }

  /** Sets the seed, which is kept with the model. */
  public TransCalEstimator setSeed(long value) {
    set(seed, value);
    return this;
  }

  /** Parameter: most passes of the domain classifier. */
  public IntParam maxIter() {
    return maxIter;
  }

  /** Sets the most passes of the domain classifier. */
  public TransCalEstimator setMaxIter(int value) {
    set(maxIter, value);
    return this;
  }

  /** Parameter: tolerance of the domain classifier. */
  public DoubleParam tol() {
    return tol;
  }

  /** Sets the gradient norm the domain classifier must reach, relative to its start. */
  public TransCalEstimator setTol(double value) {
    set(tol, value);
    return this;
  }

  /** Parameter: most numbers the driver collects. */
  public LongParam maxValidationValues() {
    return maxValidationValues;
  }

  /** Sets the most numbers, rows times classes, that the driver collects. */
  public TransCalEstimator setMaxValidationValues(long value) {
    set(maxValidationValues, value);
    return this;
  }

  /** Parameter: whether classes without validation rows are an error. */
  public Param<String> absentClasses() {
    return absentClasses;
  }

  /** Sets {@link #REFUSE} or {@link #ACCEPT}. */
  public TransCalEstimator setAbsentClasses(String value) {
    set(absentClasses, value);
    return this;
  }

  /** Parameter: storage level of packed rows. */
  public Param<String> storageLevel() {
    return storageLevel;
  }

  /** Sets the storage level of packed rows, such as {@code DISK_ONLY}. */
  public TransCalEstimator setStorageLevel(String value) {
    StorageLevel.fromString(value);
    set(storageLevel, value);
    return this;
  }
}

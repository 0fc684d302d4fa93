package org.transcal.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.transcal.model.CalibrationModel;
import org.transcal.spark.rows.HandleInvalid;
import org.transcal.spark.rows.VectorValues;

/**
 * Adds calibrated probabilities and confidence to rows that have logits.
 *
 * @param <M> the model itself
 */
public abstract class CalibratingModel<M extends CalibratingModel<M>> extends Model<M>
    implements MLWritable {
  private final String uid;
  private final Param<String> logitsCol;
  private final Param<String> probabilityCol;
  private final Param<String> confidenceCol;
  private final Param<String> handleInvalid;

  /** Names an instance. */
  protected CalibratingModel(String uid) {
    this.uid = uid;
    logitsCol = new Param<>(this, "logitsCol", "logits, one a class: vectors or arrays");
    setDefault(logitsCol, "logits");
    probabilityCol = new Param<>(this, "probabilityCol", "calibrated probabilities, an output");
    setDefault(probabilityCol, OutputColumns.PROBABILITY);
    confidenceCol = new Param<>(this, "confidenceCol", "the largest of them, an output");
    setDefault(confidenceCol, OutputColumns.CONFIDENCE);
    handleInvalid =
        HandleInvalid.param(this, HandleInvalid.ERROR, HandleInvalid.SKIP, HandleInvalid.KEEP);
    setDefault(handleInvalid, HandleInvalid.ERROR.key());
  }

  /** The model's text, where one is known. */
  abstract Optional<ModelText> text();

  /** This model, as setters return it. */
  abstract M self();

  final ModelText requireText() {
    return text()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "There is no calibration model yet; set modelFile or modelJson first"));
  }

  @Override
  public String uid() {
    return uid;
  }

  /** The learned map. */
  public final CalibrationModel calibrationModel() {
    return requireText().model();
  }

  /** The text of {@code model.json}, as the command line reads it. */
  public final String modelJson() {
    return requireText().toString();
  }

  /**
   * Adds the output columns; rows are calibrated where these are asked for, and {@code
   * handleInvalid} says what happens to a row that cannot be.
   */
  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    transformSchema(dataset.schema());
    RowCalibration calibration =
        new RowCalibration(
            getLogitsCol(),
            invalid(),
            JavaSparkContext.fromSparkContext(dataset.sparkSession().sparkContext())
                .broadcast(requireText()));
    Column logits = VectorValues.selected(dataset.schema(), getLogitsCol());
    Dataset<Row> rows = dataset.toDF();
    if (invalid() == HandleInvalid.SKIP) {
      rows = rows.where(calibration.isValid(logits));
    }
    // A column of its own that the outputs are taken from: both in one expression would be computed
    // twice.
    String both = uid() + "__calibrated";
    List<Column> columns = new ArrayList<>(List.of(functions.col("*")));
    addOutput(columns, both, RowCalibration.PROBABILITY, getOrDefault(probabilityCol));
    addOutput(columns, both, RowCalibration.CONFIDENCE, getOrDefault(confidenceCol));
    return rows.select(functions.col("*"), calibration.calibrated(logits).as(both))
        .select(columns.toArray(Column[]::new))
        .drop(both);
  }

  private static void addOutput(List<Column> columns, String both, String field, String name) {
    if (!name.isEmpty()) {
      columns.add(VectorValues.column(both).getField(field).as(name));
    }
  }

  private HandleInvalid invalid() {
    return HandleInvalid.of(getOrDefault(handleInvalid));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    VectorValues.requireColumn(schema, getLogitsCol());
    String probability = getOrDefault(probabilityCol);
    String confidence = getOrDefault(confidenceCol);
    if (probability.isEmpty() && confidence.isEmpty()) {
      throw new IllegalArgumentException(
          "Both probabilityCol and confidenceCol are empty; one must name a column");
    }
    return OutputColumns.append(schema, probability, confidence, invalid());
  }

  @Override
  public MLWriter write() {
    return new ModelWriter(this);
  }

  /** Parameter: logits column. */
  public Param<String> logitsCol() {
    return logitsCol;
  }

  /** Name of the logits column. */
  public String getLogitsCol() {
    return getOrDefault(logitsCol);
  }

  /** Sets the logits column. */
  public M setLogitsCol(String value) {
    set(logitsCol, value);
    return self();
  }

  /** Parameter: probability column. */
  public Param<String> probabilityCol() {
    return probabilityCol;
  }

  /** Sets the column of calibrated probabilities; empty for none. */
  public M setProbabilityCol(String value) {
    set(probabilityCol, value);
    return self();
  }

  /** Parameter: confidence column. */
  public Param<String> confidenceCol() {
    return confidenceCol;
  }

  /** Sets the column of calibrated confidence; empty for none. */
  public M setConfidenceCol(String value) {
    set(confidenceCol, value);
    return self();
  }

  /** Parameter: what happens to rows that cannot be calibrated. */
  public Param<String> handleInvalid() {
    return handleInvalid;
  }

  /** Sets {@code error}, {@code skip} to drop such rows, or {@code keep} for null outputs. */
  public M setHandleInvalid(String value) {
    set(handleInvalid, value);
    return self();
  }
}

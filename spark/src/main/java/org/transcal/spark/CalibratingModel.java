package org.transcal.spark;

import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.transcal.model.CalibrationModel;
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

  /** Names an instance. */
  protected CalibratingModel(String uid) {
    this.uid = uid;
    logitsCol = new Param<>(this, "logitsCol", "logits, one a class: vectors or arrays");
    setDefault(logitsCol, "logits");
    probabilityCol = new Param<>(this, "probabilityCol", "calibrated probabilities, an output");
    setDefault(probabilityCol, "probability");
    confidenceCol = new Param<>(this, "confidenceCol", "the largest of them, an output");
    setDefault(confidenceCol, "confidence");
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
   * Adds the output columns; rows are calibrated when they are asked for, and one that cannot be
   * fails that job with a message that names the column and the value.
   */
  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = transformSchema(dataset.schema());
    ModelText text = requireText();
    Broadcast<ModelText> model =
        JavaSparkContext.fromSparkContext(dataset.sparkSession().sparkContext()).broadcast(text);
    RowCalibration calibration =
        new RowCalibration(
            getLogitsCol(),
            dataset.schema().fieldIndex(getLogitsCol()),
            getOrDefault(probabilityCol).isEmpty()
                ? RowCalibration.Output.CONFIDENCE
                : getOrDefault(confidenceCol).isEmpty()
                    ? RowCalibration.Output.PROBABILITIES
                    : RowCalibration.Output.BOTH);
    return dataset
        .toDF()
        .mapPartitions(
            (org.apache.spark.api.java.function.MapPartitionsFunction<Row, Row>)
                rows -> calibration.apply(rows, model.value().model()),
            Encoders.row(schema));
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
    return OutputColumns.append(schema, probability, confidence);
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
}

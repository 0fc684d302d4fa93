package org.transcal.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.Model;
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
    implements OutputParams<M>, MLWritable {
  private final String uid;

  /** Creates a model with a unique name. */
  protected CalibratingModel(String uid) {
    this.uid = uid;
    setDefault(logitsCol(), "logits");
    setDefault(probabilityCol(), PROBABILITY);
    setDefault(confidenceCol(), CONFIDENCE);
    setDefault(handleInvalid(), HandleInvalid.ERROR.key());
  }

  abstract ModelText text();

  @Override
  public String uid() {
    return uid;
  }

  /** The learned map. */
  public final CalibrationModel calibrationModel() {
    return text().model();
  }

  /** The text of {@code model.json}, as the command line reads it. */
  public final String modelJson() {
    return text().toString();
  }

  /**
   * Adds the output columns as expressions: Spark computes them only if they are used. {@code
   * handleInvalid} says what happens to a row that cannot be calibrated.
   */
  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    transformSchema(dataset.schema());
    HandleInvalid invalid = HandleInvalid.of(getHandleInvalid());
    RowCalibration calibration =
        new RowCalibration(
            getLogitsCol(),
            invalid,
            JavaSparkContext.fromSparkContext(dataset.sparkSession().sparkContext())
                .broadcast(text()));
    Column logits = VectorValues.selected(dataset.schema(), getLogitsCol());
    Dataset<Row> rows = dataset.toDF();
    if (invalid == HandleInvalid.SKIP) {
      rows = rows.where(calibration.isValid(logits));
    }
    // One intermediate column: as two expressions the calibration would be computed twice.
    String both = uid() + "__calibrated";
    List<Column> columns = new ArrayList<>(List.of(functions.col("*")));
    addOutput(columns, both, RowCalibration.PROBABILITY, getProbabilityCol());
    addOutput(columns, both, RowCalibration.CONFIDENCE, getConfidenceCol());
    return rows.select(functions.col("*"), calibration.calibrated(logits).as(both))
        .select(columns.toArray(Column[]::new))
        .drop(both);
  }

  private static void addOutput(List<Column> columns, String both, String field, String name) {
    if (!name.isEmpty()) {
      columns.add(VectorValues.column(both).getField(field).as(name));
    }
  }

  @Override
  public StructType transformSchema(StructType schema) {
    VectorValues.requireVectors(schema, getLogitsCol());
    if (getProbabilityCol().isEmpty() && getConfidenceCol().isEmpty()) {
      throw new IllegalArgumentException(
          "Both probabilityCol and confidenceCol are empty; one must name a column");
    }
    return withOutputs(schema);
  }

  @Override
  public MLWriter write() {
    return new ModelWriter(this);
  }
}

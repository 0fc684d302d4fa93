package org.transcal.spark;

import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.transcal.spark.rows.HandleInvalid;

/**
 * The columns that a model adds, as parameters of the model and of its estimator.
 *
 * @param <S> the stage, which setters return
 */
public interface OutputParams<S> extends StageParams<S> {
  /** Default of {@code probabilityCol}; Spark's own classifiers write {@code probability}. */
  String PROBABILITY = "calibratedProbability";

  /** Default of {@code confidenceCol}. */
  String CONFIDENCE = "calibratedConfidence";

  /** Parameter: confidence column. */
  default Param<String> confidenceCol() {
    return new Param<>(this, "confidenceCol", "the largest calibrated probability");
  }

  /** Name of the confidence column. */
  default String getConfidenceCol() {
    return getOrDefault(confidenceCol());
  }

  /** Sets the column of calibrated confidence; empty for none. */
  default S setConfidenceCol(String value) {
    return ParamSetter.set(this, confidenceCol(), value);
  }

  /** The schema with the output columns; an empty name adds none. */
  default StructType withOutputs(StructType schema) {
    return with(
        with(schema, getProbabilityCol(), SQLDataTypes.VectorType()),
        getConfidenceCol(),
        DataTypes.DoubleType);
  }

  private StructType with(StructType schema, String column, DataType type) {
    if (List.of(schema.fieldNames()).contains(column)) {
      throw new IllegalArgumentException(
          "There is a column \"" + column + "\" already; name another output column");
    }
    return column.isEmpty()
        ? schema
        : schema.add(column, type, HandleInvalid.of(getHandleInvalid()) == HandleInvalid.KEEP);
  }
}

package org.transcal.spark;

import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.transcal.spark.rows.HandleInvalid;

/** The columns a model adds. */
final class OutputColumns {
  /** Default names; {@code probability} is what Spark's own classifiers call theirs. */
  static final String PROBABILITY = "calibratedProbability";

  static final String CONFIDENCE = "calibratedConfidence";

  private OutputColumns() {}

  /** The schema with the columns added; an empty name adds none. */
  static StructType append(
      StructType schema, String probability, String confidence, HandleInvalid invalid) {
    boolean nullable = invalid == HandleInvalid.KEEP;
    StructType with = schema;
    if (!probability.isEmpty()) {
      requireAbsent(with, probability);
      with = with.add(probability, SQLDataTypes.VectorType(), nullable);
    }
    if (!confidence.isEmpty()) {
      requireAbsent(with, confidence);
      with = with.add(confidence, DataTypes.DoubleType, nullable);
    }
    return with;
  }

  private static void requireAbsent(StructType schema, String column) {
    if (List.of(schema.fieldNames()).contains(column)) {
      throw new IllegalArgumentException(
          "There is a column \"" + column + "\" already; name another output column");
    }
  }
}

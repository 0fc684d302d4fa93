package org.transcal.spark;

import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The columns a model adds. */
final class OutputColumns {
  private OutputColumns() {}

  /** The schema with the columns added; an empty name adds none. */
  static StructType append(StructType schema, String probability, String confidence) {
    StructType with = schema;
    if (!probability.isEmpty()) {
      requireAbsent(with, probability);
      with = with.add(probability, SQLDataTypes.VectorType(), false);
    }
    if (!confidence.isEmpty()) {
      requireAbsent(with, confidence);
      with = with.add(confidence, DataTypes.DoubleType, false);
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

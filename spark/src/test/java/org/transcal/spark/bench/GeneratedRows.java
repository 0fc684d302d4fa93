package org.transcal.spark.bench;

import java.io.Serializable;
import java.util.SplittableRandom;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Rows generated from their index, so that any executor can generate any of them. */
final class GeneratedRows implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long source;
  private final long validation;
  private final int classes;
  private final int columns;

  GeneratedRows(long source, long validation, int classes, int columns) {
    this.source = source;
    this.validation = validation;
    this.classes = classes;
    this.columns = columns;
  }

  Dataset<Row> frame(SparkSession session, long target, int partitions) {
    StructType schema =
        new StructType()
            .add("split", DataTypes.StringType)
            .add("features", SQLDataTypes.VectorType())
            .add("logits", SQLDataTypes.VectorType())
            .add("label", DataTypes.IntegerType);
    return session
        .range(0, source + validation + target, 1, partitions)
        .map((MapFunction<Long, Row>) this::row, Encoders.row(schema));
  }

  private Row row(long number) {
    SplittableRandom random = new SplittableRandom(number * 0x9E3779B97F4A7C15L);
    boolean target = number >= source + validation;
    double[] features = new double[columns];
    for (int j = 0; j < columns; j++) {
      double shift = target && j < Math.max(1, columns / 8) ? 0.4 : 0;
      features[j] = (float) (normal(random) + shift);
    }
    int label = random.nextInt(classes);
    // Easy if the last feature is large, and harder in the target.
    double margin = 2 + 2 * features[columns - 1] - (target ? 1.5 * features[0] : 0);
    double[] logits = new double[classes];
    for (int k = 0; k < classes; k++) {
      logits[k] = (float) (2 * normal(random) + (k == label ? 2 * margin : 0));
    }
    String split = target ? "target" : number < source ? "source_train" : "source_val";
    return RowFactory.create(split, Vectors.dense(features), Vectors.dense(logits), label);
  }

  /** A sum of four uniforms: nearly normal, and fast. */
  private static double normal(SplittableRandom random) {
    double sum =
        random.nextDouble() + random.nextDouble() + random.nextDouble() + random.nextDouble();
    return (sum - 2) * Math.sqrt(3);
  }
}

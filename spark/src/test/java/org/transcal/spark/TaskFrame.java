package org.transcal.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.transcal.matrix.Matrix;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;

/** A task of {@code core} as the rows of a DataFrame. */
final class TaskFrame {
  static final StructType SCHEMA =
      new StructType()
          .add("split", DataTypes.StringType)
          .add("features", SQLDataTypes.VectorType())
          .add("logits", SQLDataTypes.VectorType())
          .add("label", DataTypes.IntegerType);

  private TaskFrame() {}

  static List<Row> rows(TransferTask task) {
    DomainFeatures features = task.features().orElseThrow();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < features.sourceTrain().rows(); i++) {
      rows.add(RowFactory.create("source_train", vector(features.sourceTrain(), i), null, null));
    }
    for (int i = 0; i < features.sourceValidation().rows(); i++) {
      rows.add(
          RowFactory.create(
              "source_val",
              vector(features.sourceValidation(), i),
              vector(task.sourceValidation().logits().values(), i),
              task.sourceValidation().labels().get(i)));
    }
    for (int i = 0; i < features.target().rows(); i++) {
      rows.add(
          RowFactory.create(
              "target",
              vector(features.target(), i),
              vector(task.target().logits().values(), i),
              null));
    }
    return rows;
  }

  static Dataset<Row> of(TransferTask task) {
    return kept(frame(rows(task), 3));
  }

  static Dataset<Row> shuffled(TransferTask task, long seed, int partitions) {
    List<Row> rows = rows(task);
    Collections.shuffle(rows, new Random(seed));
    return kept(frame(rows, partitions));
  }

  /** Checkpointed, because rows in memory would be sent with every task of every pass. */
  private static Dataset<Row> kept(Dataset<Row> frame) {
    return frame.localCheckpoint();
  }

  static Dataset<Row> frame(List<Row> rows, int partitions) {
    org.apache.spark.api.java.JavaSparkContext context =
        org.apache.spark.api.java.JavaSparkContext.fromSparkContext(
            LocalSpark.session().sparkContext());
    return LocalSpark.session().createDataFrame(context.parallelize(rows, partitions), SCHEMA);
  }

  static Vector vector(Matrix matrix, int row) {
    double[] values = new double[matrix.columns()];
    matrix.copyRow(row, values);
    return Vectors.dense(values);
  }
}

package org.transcal.spark.local;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.spark.TransCalModel;
import org.transcal.task.DomainFeatures;
import org.transcal.task.MissingPartException;
import org.transcal.task.TransferTask;

/** A task as rows of a DataFrame. */
final class TaskDataFrame {
  private static final StructType SCHEMA =
      new StructType()
          .add("split", DataTypes.StringType)
          .add("features", SQLDataTypes.VectorType())
          .add("logits", SQLDataTypes.VectorType())
          .add("label", DataTypes.IntegerType);

  private TaskDataFrame() {}

  static Dataset<Row> frame(SparkSession session, TransferTask task, int partitions) {
    DomainFeatures features =
        task.features()
            .orElseThrow(
                () -> new MissingPartException(task.name() + " has no features; Spark needs them"));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < features.sourceTrain().rows(); i++) {
      rows.add(RowFactory.create("source_train", row(features.sourceTrain(), i), null, null));
    }
    Matrix validation = task.sourceValidation().logits().values();
    Labels labels = task.sourceValidation().labels();
    for (int i = 0; i < validation.rows(); i++) {
      Vector feature = row(features.sourceValidation(), i);
      rows.add(RowFactory.create("source_val", feature, row(validation, i), labels.get(i)));
    }
    Matrix target = task.target().logits().values();
    for (int i = 0; i < target.rows(); i++) {
      rows.add(RowFactory.create("target", row(features.target(), i), row(target, i), null));
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    // Checkpointed, because rows in memory would be sent with every task of every pass.
    return session.createDataFrame(context.parallelize(rows, partitions), SCHEMA).localCheckpoint();
  }

  private static Vector row(Matrix matrix, int index) {
    double[] values = new double[matrix.columns()];
    matrix.copyRow(index, values);
    return Vectors.dense(values);
  }

  static void save(TransCalModel model, String folder) {
    try {
      model.write().overwrite().save(folder);
    } catch (IOException e) {
      throw new InputException(folder + ": cannot be written: " + e.getMessage(), e);
    }
  }
}

package org.transcal.spark.bench;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.transcal.example.KnownShift;
import org.transcal.matrix.Matrix;
import org.transcal.spark.TransCalEstimator;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;

/**
 * Fits on a cluster whose executors fail: the model must have the same bits as that of an
 * undisturbed fit. Arguments: a Spark master and a folder that all executors share.
 */
public final class ClusterStudy {
  private static final int PARTITIONS = 6;
  private static final int FAILURES = 4;

  private static final StructType SCHEMA =
      new StructType()
          .add("split", DataTypes.StringType)
          .add("features", SQLDataTypes.VectorType())
          .add("logits", SQLDataTypes.VectorType())
          .add("label", DataTypes.IntegerType);

  private enum Disturbance {
    NONE,
    TASK_FAILURES,
    EXECUTOR_LOSS,
    SLOW_TASKS,
    SPARSE_ROWS,
    HOSTILE_ROWS
  }

  private ClusterStudy() {}

  /** Runs the study; fails if two models differ. */
  public static void main(String[] args) throws Exception {
    SparkSession session =
        SparkSession.builder()
            .master(args[0])
            .appName("transcal cluster study")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "4")
            .config("spark.task.maxFailures", "8")
            .config("spark.speculation", "true")
            .config("spark.speculation.interval", "100ms")
            .config("spark.speculation.quantile", "0.5")
            .config("spark.speculation.multiplier", "1.5")
            .getOrCreate();
    Path folder = Path.of(args[1]);
    TransferTask task = KnownShift.sample(1200, 600, 1200, 7).task();
    String expected = null;
    boolean equal = true;
    for (Disturbance disturbance : Disturbance.values()) {
      long start = System.nanoTime();
      String model = fit(session, task, disturbance, Files.createDirectories(folder));
      double seconds = (System.nanoTime() - start) / 1e9;
      expected = expected == null ? model : expected;
      equal &= model.equals(expected);
      long disturbed;
      try (var marks = Files.list(folder)) {
        disturbed = marks.filter(mark -> name(mark).startsWith(disturbance.name())).count();
      }
      System.out.printf(
          "%s: %s, %d tasks disturbed, %.0f s%n",
          disturbance, model.equals(expected) ? "same bits" : "DIFFERENT", disturbed, seconds);
    }
    session.stop();
    if (!equal) {
      throw new AssertionError("models differ");
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private static String fit(
      SparkSession session, TransferTask task, Disturbance disturbance, Path folder) {
    List<Row> rows = rows(task, disturbance == Disturbance.SPARSE_ROWS);
    if (disturbance == Disturbance.HOSTILE_ROWS) {
      Vector bad = Vectors.dense(Double.NaN, 1e300);
      for (int i = 0; i < 20; i++) {
        rows.add(i * 50, RowFactory.create("target", bad, Vectors.dense(Double.NaN), null));
        rows.add(i * 70, RowFactory.create("source_train", null, null, null));
      }
    }
    String marks = folder.resolve(disturbance.name()).toString();
    JavaRDD<Row> parallel =
        JavaSparkContext.fromSparkContext(session.sparkContext())
            .parallelize(rows, PARTITIONS)
            .mapPartitionsWithIndex(
                (index, values) -> {
                  disturb(disturbance, index, marks);
                  return values;
                },
                true);
    TransCalEstimator estimator = new TransCalEstimator();
    if (disturbance == Disturbance.HOSTILE_ROWS) {
      estimator.setHandleInvalid("skip");
    }
    return estimator.fit(session.createDataFrame(parallel, SCHEMA)).modelJson();
  }

  /** Disturbs the first attempt of some tasks, a few times in all. */
  private static void disturb(Disturbance disturbance, int partition, String marks)
      throws Exception {
    TaskContext context = TaskContext.get();
    if (context.attemptNumber() > 0
        || partition % 3 != 1
        || disturbance.compareTo(Disturbance.TASK_FAILURES) < 0
        || disturbance.compareTo(Disturbance.SLOW_TASKS) > 0) {
      return;
    }
    for (int i = 0; i < FAILURES; i++) {
      try {
        Files.createFile(Path.of(marks + "-" + i));
      } catch (FileAlreadyExistsException taken) {
        continue;
      }
      switch (disturbance) {
        case TASK_FAILURES -> throw new IllegalStateException("failure on purpose");
        case EXECUTOR_LOSS -> Runtime.getRuntime().halt(1);
        default -> Thread.sleep(20_000);
      }
      return;
    }
  }

  private static List<Row> rows(TransferTask task, boolean sparse) {
    DomainFeatures features = task.features().orElseThrow();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < features.sourceTrain().rows(); i++) {
      rows.add(
          RowFactory.create("source_train", vector(features.sourceTrain(), i, sparse), null, null));
    }
    for (int i = 0; i < features.sourceValidation().rows(); i++) {
      rows.add(
          RowFactory.create(
              "source_val",
              vector(features.sourceValidation(), i, sparse),
              vector(task.sourceValidation().logits().values(), i, sparse),
              task.sourceValidation().labels().get(i)));
    }
    for (int i = 0; i < features.target().rows(); i++) {
      rows.add(
          RowFactory.create(
              "target",
              vector(features.target(), i, sparse),
              vector(task.target().logits().values(), i, sparse),
              null));
    }
    return rows;
  }

  private static Vector vector(Matrix matrix, int row, boolean sparse) {
    double[] values = new double[matrix.columns()];
    matrix.copyRow(row, values);
    Vector dense = Vectors.dense(values);
    return sparse ? dense.toSparse() : dense;
  }
}

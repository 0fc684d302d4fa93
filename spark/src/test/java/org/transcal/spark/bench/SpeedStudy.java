package org.transcal.spark.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.transcal.kernel.Kernels;
import org.transcal.spark.CalibrationEvaluator;
import org.transcal.spark.TransCalEstimator;
import org.transcal.spark.TransCalModel;

/**
 * Times a fit, a transformation and an evaluation of generated rows; run by {@code
 * research/bench/speed/spark}.
 *
 * <p>Usage: {@code SpeedStudy MASTER TARGET_ROWS CLASSES FEATURES PARTITIONS}. Seconds are wall
 * time, core seconds processor time: on a busy machine compare the latter.
 */
public final class SpeedStudy {
  private static final long SOURCE_ROWS = 20_000;
  private static final long VALIDATION_ROWS = 5_000;

  private SpeedStudy() {}

  /** Runs the study and prints one JSON object per job. */
  public static void main(String[] arguments) {
    String master = arguments[0];
    long target = Long.parseLong(arguments[1]);
    int classes = Integer.parseInt(arguments[2]);
    int columns = Integer.parseInt(arguments[3]);
    int partitions = Integer.parseInt(arguments[4]);
    SparkSession session =
        SparkSession.builder()
            .master(master)
            .appName("transcal speed")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate();
    try {
      GeneratedRows generated = new GeneratedRows(SOURCE_ROWS, VALIDATION_ROWS, classes, columns);
      // Warm-up: starts Spark and the JIT compiler; not timed.
      new TransCalEstimator().fit(generated.frame(session, 50_000, partitions));
      System.err.println("kernels: " + Kernels.implementation());
      StageTimes stages = new StageTimes();
      session.sparkContext().addSparkListener(stages);

      Dataset<Row> rows = generated.frame(session, target, partitions);
      Clock clock = new Clock();
      TransCalModel model = new TransCalEstimator().fit(rows);
      clock.print(
          "fit",
          target,
          "\"temperature\": "
              + model.temperature()
              + ", \"passes\": "
              + model.summary().orElseThrow().passes());
      stages.print("fit");
      clock = new Clock();
      model
          .transform(rows.where("split = 'target'").select("logits"))
          .write()
          .format("noop")
          .mode("overwrite")
          .save();
      clock.print("transform", target, "\"columns\": 1");
      clock = new Clock();
      double ece =
          new CalibrationEvaluator()
              .setLogitsCol("logits")
              .evaluate(rows.where("split = 'target'"));
      clock.print("evaluate", target, "\"ece\": " + ece);
    } finally {
      session.stop();
    }
  }

  private static final class Clock {
    private final OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final long wall = System.nanoTime();
    private final long processor = system.getProcessCpuTime();

    /** Another thread drops the cache of a fit: wait, so that only what stays is counted. */
    private static void settle() {
      try {
        Thread.sleep(2000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      System.gc();
    }

    void print(String job, long rows, String more) {
      double seconds = (System.nanoTime() - wall) / 1e9;
      double core = (system.getProcessCpuTime() - processor) / 1e9;
      settle();
      long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      System.out.println(
          String.format(
              Locale.ROOT,
              "{\"job\": \"%s\", \"rows\": %d, \"seconds\": %.2f, \"coreSeconds\": %.2f,"
                  + " \"heapAfter\": %d, %s}",
              job,
              rows,
              seconds,
              core,
              heap,
              more));
    }
  }
}

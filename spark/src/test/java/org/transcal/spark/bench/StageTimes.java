package org.transcal.spark.bench;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.StageInfo;

/** Processor time and returned bytes of each kind of stage, by the line of code that started it. */
final class StageTimes extends SparkListener {
  private final Map<String, double[]> byName = new TreeMap<>();

  @Override
  public synchronized void onStageCompleted(SparkListenerStageCompleted event) {
    StageInfo stage = event.stageInfo();
    double[] sums = byName.computeIfAbsent(caller(stage), name -> new double[4]);
    sums[0]++;
    sums[1] += stage.taskMetrics().executorCpuTime() / 1e9;
    sums[2] += stage.taskMetrics().executorRunTime() / 1e3;
    sums[3] += stage.taskMetrics().resultSize();
  }

  /** The method that needed the stage; {@code TaskRows.sum} serves several. */
  private static String caller(StageInfo stage) {
    return stage
        .details()
        .lines()
        .filter(line -> line.startsWith("org.transcal.") && !line.contains("TaskRows.sum"))
        .findFirst()
        .orElse(stage.name());
  }

  synchronized void print(String job) {
    byName.forEach(
        (name, sums) ->
            System.out.println(
                String.format(
                    Locale.ROOT,
                    "{\"job\": \"%s\", \"stage\": \"%s\", \"times\": %.0f, \"coreSeconds\": %.2f,"
                        + " \"taskSeconds\": %.2f, \"resultBytes\": %.0f}",
                    job,
                    name,
                    sums[0],
                    sums[1],
                    sums[2],
                    sums[3])));
    byName.clear();
  }
}

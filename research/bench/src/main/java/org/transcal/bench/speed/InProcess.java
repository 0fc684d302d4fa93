package org.transcal.bench.speed;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.calibration.TransCal;
import org.transcal.comparison.MethodComparison;
import org.transcal.io.TaskFiles;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.task.TransferTask;
import org.transcal.workflow.Fit;
import org.transcal.workflow.TaskInput;
import org.transcal.workflow.json.ResultJson;

/**
 * TransCal's side of jobs that are timed inside one warm process.
 *
 * <p>Usage: {@code InProcess JOB THREADS ARGUMENT...}; prints one JSON object. Jobs: {@code kernel
 * ROWS CLASSES REPEATS}, {@code fit TASK.npz REPEATS WARM_UP}, {@code compare TASK.npz REPEATS
 * WARM_UP METHOD}, which also estimates accuracy and ECE, as {@code transcal fit} does.
 */
public final class InProcess {
  private static final int WARM_UP = 400;

  private InProcess() {}

  /** Runs a job. */
  public static void main(String[] arguments) {
    String job = arguments[0];
    ForkJoinPool pool = new ForkJoinPool(Integer.parseInt(arguments[1]));
    String[] rest = Arrays.copyOfRange(arguments, 2, arguments.length);
    System.out.println(pool.submit(() -> run(job, rest)).join());
    pool.shutdown();
  }

  private static String run(String job, String[] arguments) {
    int second = Integer.parseInt(arguments[1]);
    int third = Integer.parseInt(arguments[2]);
    return switch (job) {
      case "kernel" -> kernel(Integer.parseInt(arguments[0]), second, third);
      case "fit" -> fit(Path.of(arguments[0]), second, third);
      case "compare" -> compare(Path.of(arguments[0]), second, third, arguments[3]);
      default -> throw new IllegalArgumentException("Unknown job " + job);
    };
  }

  private static String kernel(int rows, int classes, int repeats) {
    SplittableRandom random = new SplittableRandom(0);
    float[] values = new float[rows * classes];
    for (int i = 0; i < values.length; i++) {
      // A sum of four uniforms: close to the peer's normal numbers, and quick to draw.
      double sum =
          random.nextDouble() + random.nextDouble() + random.nextDouble() + random.nextDouble();
      values[i] = (float) (4 * (sum - 2) * Math.sqrt(3));
    }
    Matrix logits = Matrix.wrap(values, rows, classes);
    double[] confidence = new double[rows];
    double[] slope = new double[rows];
    return timed(
        WARM_UP,
        repeats,
        () -> {
          Kernels.rowConfidenceWithSlope(logits, 2.1, confidence, slope);
          return confidence[0];
        },
        "confidence");
  }

  private static String fit(Path path, int repeats, int warmUp) {
    TransferTask task = TaskFiles.read(path);
    Supplier<Double> job = () -> TransCal.released().fit(task).temperature().orElseThrow();
    return timed(warmUp, repeats, job, "temperature");
  }

  private static String compare(Path path, int repeats, int warmUp, String method) {
    MethodSettings settings = MethodSettings.defaults();
    List<CalibrationMethod> methods = List.of(Methods.named(method, settings));
    TransferTask task = TaskFiles.read(path);
    TaskInput input = TaskInput.of(task);
    Supplier<Double> job =
        () -> {
          MethodComparison comparison = MethodComparison.run(task, methods, settings, result -> {});
          return (double) ResultJson.encode(Fit.Result.of(input, comparison)).length;
        };
    return timed(warmUp, repeats, job, "bytes");
  }

  private static String timed(int warmUp, int repeats, Supplier<Double> job, String name) {
    double result = 0;
    for (int i = 0; i < warmUp; i++) {
      result = job.get();
    }
    double[] seconds = new double[repeats];
    for (int i = 0; i < repeats; i++) {
      long start = System.nanoTime();
      result = job.get();
      seconds[i] = (System.nanoTime() - start) / 1e9;
    }
    return String.format(
        Locale.ROOT,
        "{\"seconds\": %s, \"%s\": %s, \"kernel\": \"%s\"}",
        Arrays.toString(seconds),
        name,
        result,
        Kernels.implementation());
  }
}

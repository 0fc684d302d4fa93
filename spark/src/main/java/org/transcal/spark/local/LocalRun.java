package org.transcal.spark.local;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.transcal.calibration.CalibrationException;
import org.transcal.calibration.Calibrator;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.io.TaskFiles;
import org.transcal.io.file.InputException;
import org.transcal.spark.FitSummary;
import org.transcal.spark.TransCalEstimator;
import org.transcal.spark.TransCalModel;
import org.transcal.task.MissingPartException;
import org.transcal.task.TransferTask;

/**
 * Fits tasks with Spark on one machine: the program of {@code spark/run-local}, and an example.
 *
 * <p>A task file is also fitted without Spark, and both temperatures are printed.
 */
record LocalRun(LocalOptions options, PrintStream out) {
  private static final int USAGE = 2;
  private static final int BAD_INPUT = 3;
  private static final int CANNOT_BE_CALIBRATED = 4;

  /** Runs a command; see {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out, System.err));
  }

  /** Runs a command and returns its exit status. */
  static int run(String[] arguments, PrintStream out, PrintStream err) {
    try {
      LocalOptions options = LocalOptions.parse(List.of(arguments));
      if (options.command() == LocalOptions.Command.HELP) {
        out.print(LocalOptions.HELP);
        return 0;
      }
      new LocalRun(options, out).run();
      return 0;
    } catch (LocalOptions.UsageException e) {
      err.println("run-local: " + e.getMessage());
      return USAGE;
    } catch (CalibrationException e) {
      err.println("run-local: " + e.getMessage());
      return CANNOT_BE_CALIBRATED;
    } catch (InputException | IllegalArgumentException | MissingPartException e) {
      err.println("run-local: " + e.getMessage());
      return BAD_INPUT;
    }
  }

  private void run() {
    SparkSession session =
        SparkSession.builder()
            .master(options.master())
            .appName("transcal run-local")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate();
    try {
      if (options.command() == LocalOptions.Command.CONVERT) {
        Path input = Path.of(options.inputs().get(0));
        TaskDataFrame.frame(session, TaskFiles.read(input), options.partitions())
            .write()
            .parquet(options.output());
        out.println("wrote " + options.output());
        return;
      }
      for (String input : options.inputs()) {
        fit(session, input);
      }
    } finally {
      session.stop();
    }
  }

  private void fit(SparkSession session, String input) {
    boolean parquet = input.endsWith(".parquet");
    if (parquet && !Files.exists(Path.of(input))) {
      throw new InputException(input + ": there is no such file");
    }
    Optional<TransferTask> task =
        parquet ? Optional.empty() : Optional.of(TaskFiles.read(Path.of(input)));
    Dataset<Row> rows =
        task.map(known -> TaskDataFrame.frame(session, known, options.partitions()))
            .orElseGet(() -> session.read().parquet(input));
    TransCalModel model =
        new TransCalEstimator()
            .setMethod(options.method())
            .setAbsentClasses(TransCalEstimator.ACCEPT)
            .fit(rows);
    printSummary(input, model.summary().orElseThrow());
    if (model.calibrationModel().parameters().containsKey("temperature")) {
      print("temperature", model.temperature());
      task.ifPresent(known -> compare(known, model.temperature()));
    }
    if (!options.output().isEmpty()) {
      TaskDataFrame.save(model, options.output());
      print("saved in", options.output());
    }
  }

  private void compare(TransferTask task, double temperature) {
    Calibrator method = (Calibrator) Methods.named(options.method(), MethodSettings.defaults());
    double alone = method.fit(task).temperature().orElseThrow();
    print("without Spark", alone);
    double difference = Math.abs(temperature / alone - 1);
    print("relative difference", String.format(Locale.ROOT, "%.1e", difference));
  }

  private void printSummary(String input, FitSummary summary) {
    out.println(input);
    FitSummary.Rows rows = summary.rows();
    print(
        "rows",
        String.format(
            Locale.ROOT,
            "%d source train, %d source validation, %d target",
            rows.sourceTrain(),
            rows.sourceValidation(),
            rows.target()));
    print("method", summary.method() + " (" + summary.termination() + ")");
    summary.lambda().ifPresent(lambda -> print("lambda", lambda));
    summary.separation().ifPresent(known -> print("domain AUC", known.domainAuc()));
    summary
        .estimatedTargetAccuracy()
        .ifPresent(accuracy -> print("target accuracy", accuracy + " (estimated)"));
    print("passes over rows", summary.passes());
  }

  private void print(String label, Object value) {
    out.println(String.format(Locale.ROOT, "  %-20s%s", label, value));
  }
}

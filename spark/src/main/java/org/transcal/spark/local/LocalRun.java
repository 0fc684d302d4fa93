package org.transcal.spark.local;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
 * Fits tasks in a Spark of one machine: the program behind {@code spark/run-local}, and an example.
 *
 * <p>A task file is also fitted without Spark, and both temperatures are shown side by side.
 */
public final class LocalRun {
  private static final int USAGE = 2;
  private static final int BAD_INPUT = 3;
  private static final int CANNOT_BE_CALIBRATED = 4;

  private final LocalOptions options;
  private final PrintStream out;

  private LocalRun(LocalOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

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
        TaskRowsOfFile.frame(session, TaskFiles.read(input), options.partitions())
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
    List<TransferTask> task = new ArrayList<>();
    if (!parquet) {
      task.add(TaskFiles.read(Path.of(input)));
    } else if (!Files.exists(Path.of(input))) {
      throw new InputException(input + ": there is no such file");
    }
    Dataset<Row> rows =
        parquet
            ? session.read().parquet(input)
            : TaskRowsOfFile.frame(session, task.get(0), options.partitions());
    TransCalModel model =
        new TransCalEstimator()
            .setMethod(options.method())
            .setAbsentClasses(TransCalEstimator.ACCEPT)
            .fit(rows);
    FitSummary summary = model.summary().orElseThrow();
    out.println(input);
    out.println(
        "  rows               "
            + summary.rows().sourceTrain()
            + " source train, "
            + summary.rows().sourceValidation()
            + " source validation, "
            + summary.rows().target()
            + " target");
    out.println("  method             " + summary.method() + " (" + summary.termination() + ")");
    summary.lambda().ifPresent(lambda -> out.println("  lambda             " + lambda));
    summary
        .separation()
        .ifPresent(known -> out.println("  domain AUC         " + known.domainAuc()));
    summary
        .estimatedTargetAccuracy()
        .ifPresent(accuracy -> out.println("  target accuracy    " + accuracy + " (estimated)"));
    out.println("  passes over rows   " + summary.passes());
    if (model.calibrationModel().parameters().containsKey("temperature")) {
      out.println("  temperature        " + model.temperature());
      task.forEach(known -> compare(known, model.temperature()));
    }
    if (!options.output().isEmpty()) {
      TaskRowsOfFile.save(model, options.output());
      out.println("  saved in           " + options.output());
    }
  }

  private void compare(TransferTask task, double temperature) {
    Calibrator method = (Calibrator) Methods.named(options.method(), MethodSettings.defaults());
    double alone = method.fit(task).temperature().orElseThrow();
    out.println("  without Spark      " + alone);
    out.println(
        String.format(
            Locale.ROOT, "  they differ by     %.1e of it", Math.abs(temperature / alone - 1)));
  }
}

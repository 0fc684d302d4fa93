package org.transcal.cli.estimate;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.transcal.accuracy.Monitoring;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.calibration.TransCal;
import org.transcal.cli.source.PoorSource;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.terminal.Version;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.io.csv.MonitoringCsv;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.InputException;
import org.transcal.io.json.EstimateJson;
import org.transcal.report.EstimateReport;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code transcal estimate}: what can be said about a target without its labels. */
@Command(
    name = "estimate",
    header = "Estimates target accuracy without labels, and says whether to believe it.",
    description = {
      "%nAccuracy, calibration error and temperature come with 90 %% intervals, a verdict"
          + " (trustworthy, doubtful, untrustworthy) with its reasons, and how many target labels"
          + " would settle it. Target labels in the task are never looked at.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                  makes the files of these examples",
      "  transcal estimate transcal-out/demo/task.npz",
      "  transcal estimate transcal-out/demo/task.npz --json | jq .verdict",
      "  transcal estimate transcal-out/demo/task.npz --chunk-rows 500 \\",
      "      --alert-below 0.7 --chunks-csv chunks.csv --report chunks.html",
    })
public final class EstimateCommand implements Callable<Integer> {
  private static final int MOST_BINS = 10_000;

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TASK",
      description = {
        "A .npz file, a folder of .npy or .csv files, or a PREFIX of files"
            + " PREFIX_source_val_output.npy … or PREFIX_output.csv …"
      })
  private Path task;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Seed of the resampling behind intervals. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--bins",
      paramLabel = "N",
      defaultValue = "15",
      description = "Equally wide confidence bins of the ECE. Default: ${DEFAULT-VALUE}")
  private int bins;

  @Option(
      names = "--chunk-rows",
      paramLabel = "N",
      description = "Also estimate over chunks of N target rows, in their order.")
  private Integer chunkRows;

  @Option(
      names = "--time-column",
      paramLabel = "FILE",
      description =
          "One number per target row (.npy, .csv or FILE.npz:array): also estimate over each distinct"
              + " one, or, with --chunk-rows, over chunks in its order.")
  private String timeColumn;

  @Option(
      names = "--alert-below",
      paramLabel = "A",
      description =
          "Alert where a chunk's estimated accuracy is below A (a share). Default: three standard"
              + " errors off the estimate of all rows.")
  private Double alertBelow;

  @Option(
      names = "--chunks-csv",
      paramLabel = "FILE",
      description = "Also write the chunks as CSV.")
  private Path chunksCsv;

  @Option(names = "--report", paramLabel = "FILE", description = "Also write a report in HTML.")
  private Path report;

  @Mixin private PoorSource poorSource;

  @Option(
      names = "--json",
      description = "Print the estimate as JSON, and nothing else, on standard output.")
  private boolean json;

  /** Talks to a terminal. */
  public EstimateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    requireSense();
    LoadedTask loaded = TaskFiles.load(task);
    terminal.warn(loaded.warnings());
    List<String> warnings = new ArrayList<>(loaded.warnings());
    List<String> concerns = poorSource.check(task.toString(), loaded.task());
    terminal.warn(concerns);
    warnings.addAll(concerns);
    boolean chunked = chunkRows != null || timeColumn != null;
    TargetEstimate estimate;
    Optional<Monitoring> monitoring = Optional.empty();
    try (Progress progress = terminal.progress("estimating", chunked ? 2 : 1)) {
      List<Monitoring.Part> parts = chunked ? parts(loaded.task()) : List.of();
      progress.running("all rows");
      PreparedTask prepared = PreparedTask.of(loaded.task());
      estimate =
          TargetEstimator.seeded(seed)
              .withBins(bins)
              .estimate(prepared)
              .withLambda(TransCal.released().lambdaInterval(prepared, seed));
      progress.advance(1);
      if (chunked) {
        progress.running("chunks");
        OptionalDouble lowest =
            alertBelow == null ? OptionalDouble.empty() : OptionalDouble.of(alertBelow);
        monitoring = Optional.of(Monitoring.of(estimate.prepared(), parts, lowest));
        progress.advance(1);
      }
    }
    write(estimate, monitoring, warnings);
    return ExitStatus.DONE.code();
  }

  private void requireSense() {
    if (bins < 1 || bins > MOST_BINS) {
      throw misuse("--bins is " + bins + "; it must be in 1 … " + MOST_BINS);
    }
    if (chunkRows != null && chunkRows < 1) {
      throw misuse("--chunk-rows is " + chunkRows + "; it must be at least 1");
    }
    if (alertBelow != null && !(alertBelow >= 0 && alertBelow <= 1)) {
      throw misuse("--alert-below is " + alertBelow + "; it must be a share in 0 … 1");
    }
    if ((chunksCsv != null || alertBelow != null) && chunkRows == null && timeColumn == null) {
      throw misuse("--chunks-csv and --alert-below need --chunk-rows or --time-column");
    }
  }

  private ParameterException misuse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private List<Monitoring.Part> parts(TransferTask loaded) {
    int rows = loaded.target().logits().rows();
    try {
      if (timeColumn == null) {
        return Monitoring.byRows(rows, chunkRows);
      }
      ArrayLocation location = ArrayLocation.parse(timeColumn);
      double[] times = ArrayFiles.readVector(location);
      if (times.length != rows) {
        throw new InputException(
            location
                + ": has "
                + times.length
                + " times where the task has "
                + rows
                + " target rows; one time a row is needed");
      }
      for (int i = 0; i < times.length; i++) {
        if (!Double.isFinite(times[i])) {
          throw new InputException(
              location + ": time at row " + i + " is " + times[i] + "; times must be finite");
        }
      }
      return chunkRows == null ? Monitoring.byTime(times) : Monitoring.byTime(times, chunkRows);
    } catch (IllegalArgumentException tooMany) {
      throw misuse(tooMany.getMessage());
    }
  }

  /** Everything of use comes before the report, which may fail. */
  private void write(
      TargetEstimate estimate, Optional<Monitoring> monitoring, List<String> warnings) {
    monitoring.filter(m -> chunksCsv != null).ifPresent(m -> MonitoringCsv.write(chunksCsv, m));
    if (json) {
      terminal
          .results()
          .writeBytes(
              monitoring
                  .map(chunks -> EstimateJson.encode(estimate, chunks))
                  .orElseGet(() -> EstimateJson.encode(estimate)));
      terminal.results().flush();
    } else {
      EstimateText.lines(estimate).forEach(terminal.results()::println);
      monitoring.ifPresent(
          chunks -> EstimateText.lines(chunks).forEach(terminal.results()::println));
    }
    PrintStream place = json ? terminal.notes() : terminal.results();
    if (chunksCsv != null) {
      place.println("chunks  " + chunksCsv);
    }
    if (report != null) {
      EstimateReport page =
          EstimateReport.of(estimate)
              .withVersion(Version.get())
              .withCommand(command())
              .withWarnings(warnings);
      String html = monitoring.map(page::withMonitoring).orElse(page).toHtml();
      AtomicFile.write(report, html.getBytes(StandardCharsets.UTF_8));
      place.println("report  " + report);
    }
  }

  private String command() {
    ShellCommand command = new ShellCommand("transcal", "estimate", task.toString());
    command.add("--seed", Long.toString(seed)).add("--bins", Integer.toString(bins));
    if (chunkRows != null) {
      command.add("--chunk-rows", chunkRows.toString());
    }
    if (timeColumn != null) {
      command.add("--time-column", timeColumn);
    }
    if (alertBelow != null) {
      command.add("--alert-below", alertBelow.toString());
    }
    poorSource.words().forEach(command::add);
    return command.toString();
  }
}

package org.transcal.cli.estimate;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.option.JsonOutput;
import org.transcal.cli.option.LabelsFile;
import org.transcal.cli.option.PoorSource;
import org.transcal.cli.option.ReportFile;
import org.transcal.cli.option.SeedAndBins;
import org.transcal.cli.option.TaskTable;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.option.Verbosity;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.ArrayLocation;
import org.transcal.io.LoadedTask;
import org.transcal.io.csv.MonitoringCsv;
import org.transcal.io.file.InputException;
import org.transcal.io.json.EstimateJson;
import org.transcal.io.json.Provenance;
import org.transcal.monitoring.chunk.Monitoring;
import org.transcal.report.EstimateReport;
import org.transcal.workflow.Estimate;
import org.transcal.workflow.TaskInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code transcal estimate}: estimates target accuracy without target labels. */
@Command(
    name = "estimate",
    header = "Estimates target accuracy without labels, and whether to trust it.",
    description = {
      "%nGives accuracy, calibration error and temperature with 90 %% intervals, a verdict"
          + " (trustworthy, doubtful, untrustworthy) with its reasons, and the number of target"
          + " labels that would settle it. With --labels, accuracy and calibration error are"
          + " measured on those rows, with valid intervals. Target labels in the task are"
          + " ignored.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                  creates the files of these examples",
      "  transcal estimate transcal-out/demo/task.npz",
      "  transcal estimate transcal-out/demo/task.npz --json | jq .verdict",
      "  transcal label transcal-out/demo/task.npz --budget 100 --out rows.csv",
      "  transcal estimate transcal-out/demo/task.npz --labels rows.csv",
      "  transcal estimate transcal-out/demo/task.npz --chunk-rows 500 \\",
      "      --alert-below 0.7 --chunks-csv chunks.csv --report chunks.html",
    })
public final class EstimateCommand extends TerminalCommand {
  @Parameters(
      paramLabel = "TASK",
      description = {
        "A .npz file, a folder of .npy or .csv files, or the PREFIX of"
            + " PREFIX_source_val_output.npy … or PREFIX_output.csv …, or a table with --logits;"
            + " - for a .npz on standard input"
      })
  private Path task;

  @Mixin private SeedAndBins numbers;
  @Mixin private PoorSource poorSource;
  @Mixin private LabelsFile labels;
  @Mixin private ReportFile report;
  @Mixin private JsonOutput json;

  @Option(
      names = "--chunk-rows",
      paramLabel = "N",
      description = "Also estimate each chunk of N consecutive target rows.")
  private Optional<Integer> chunkRows = Optional.empty();

  @Option(
      names = "--time-column",
      paramLabel = "FILE",
      description =
          "One number per target row (.npy, .csv or FILE.npz:ARRAY; of datetime64:"
              + " a.astype('int64')): also estimate each distinct time or, with --chunk-rows,"
              + " chunks in order of time.")
  private Optional<String> timeColumn = Optional.empty();

  @Option(
      names = "--alert-below",
      paramLabel = "A",
      description =
          "Alert if a chunk's estimated accuracy is below A, a fraction. Default: alert if it is"
              + " three standard deviations from the overall estimate.")
  private Optional<Double> alertBelow = Optional.empty();

  @Option(
      names = "--chunks-csv",
      paramLabel = "FILE",
      description = "Also write the chunks as CSV.")
  private Optional<Path> chunksCsv = Optional.empty();

  @Mixin private TaskTable columns;
  @Mixin private Verbosity verbosity;

  /** Prints to a terminal. */
  public EstimateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    requireValidOptions();
    LoadedTask loaded =
        verbosity.time("read " + task, () -> TaskTable.load(task, columns.table(task), timeColumn));
    TaskInput input = labels.addTo(poorSource.check(loaded, task.toString(), terminal));
    Optional<List<Monitoring.Part>> parts =
        hasChunks() ? Optional.of(parts(loaded.task().target().logits().rows())) : Optional.empty();
    Estimate.Options options =
        Estimate.Options.defaults().withSeed(numbers.seed()).withBins(numbers.bins());
    Estimate.Result result =
        verbosity.time("estimate all rows", () -> Estimate.run(input, options, terminal::progress));
    OptionalDouble lowest = alertBelow.map(OptionalDouble::of).orElse(OptionalDouble.empty());
    write(
        result,
        parts.map(
            all ->
                verbosity.time(
                    "estimate " + all.size() + " chunks",
                    () -> Monitoring.of(result.withoutLabels().prepared(), all, lowest))));
    return ExitStatus.DONE.code();
  }

  private boolean hasChunks() {
    return chunkRows.isPresent() || timeColumn.isPresent();
  }

  private void requireValidOptions() {
    if (chunkRows.isPresent() && chunkRows.get() < 1) {
      throw misuse("--chunk-rows is " + chunkRows.get() + "; it must be at least 1");
    }
    if (alertBelow.isPresent() && !(alertBelow.get() >= 0 && alertBelow.get() <= 1)) {
      throw misuse("--alert-below is " + alertBelow.get() + "; it must be a fraction in 0 … 1");
    }
    if ((chunksCsv.isPresent() || alertBelow.isPresent()) && !hasChunks()) {
      throw misuse("--chunks-csv and --alert-below need --chunk-rows or --time-column");
    }
    if (timeColumn.isPresent() && !timeColumn.get().matches("(?is).+\\.(npy|csv|npz(:.*)?)")) {
      throw misuse(
          "--time-column is %s; it must be a file: FILE.npy, FILE.csv or FILE.npz:ARRAY, such as"
              + " %s:%s",
          timeColumn.get(),
          task.toString().endsWith(".npz") ? task : "times.npz",
          timeColumn.get());
    }
    InputFiles inputs = new InputFiles(spec).add(task.toString()).add(timeColumn);
    labels.addTo(inputs);
    inputs.requireNot("--chunks-csv", chunksCsv);
    report.requireNot(inputs);
  }

  private List<Monitoring.Part> parts(int rows) {
    try {
      if (timeColumn.isEmpty()) {
        return Monitoring.byRows(rows, chunkRows.orElseThrow());
      }
      double[] times = times(ArrayLocation.parse(timeColumn.get()), rows);
      return chunkRows.isEmpty()
          ? Monitoring.byTime(times)
          : Monitoring.byTime(times, chunkRows.get());
    } catch (IllegalArgumentException tooMany) {
      throw misuse("%s", tooMany.getMessage());
    }
  }

  private static double[] times(ArrayLocation location, int rows) {
    double[] times = readVector(location, rows, "times", "target");
    for (int i = 0; i < times.length; i++) {
      if (!Double.isFinite(times[i])) {
        throw new InputException(
            location + ": time at row " + i + " is " + times[i] + "; times must be finite");
      }
    }
    return times;
  }

  /** The report comes last, since everything else must be written even if it fails. */
  private void write(Estimate.Result result, Optional<Monitoring> monitoring) {
    PrintStream paths = json.paths(terminal);
    chunksCsv.ifPresent(file -> MonitoringCsv.write(file, monitoring.orElseThrow()));
    json.print(
        terminal,
        () -> EstimateJson.encode(result.withoutLabels(), result.labelled(), monitoring),
        () -> EstimateText.lines(result.withoutLabels(), result.labelled(), monitoring));
    chunksCsv.ifPresent(file -> paths.println("chunks  " + file));
    EstimateReport page =
        result
            .labelled()
            .map(EstimateReport::of)
            .orElseGet(() -> EstimateReport.of(result.withoutLabels()))
            .withVersion(Provenance.currentVersion())
            .withCommand(command())
            .withWarnings(result.input().warnings());
    report.write(() -> monitoring.map(page::withMonitoring).orElse(page).toHtml(), paths);
  }

  private String command() {
    ShellCommand command = new ShellCommand("transcal", "estimate", task.toString());
    numbers
        .addTo(command)
        .option("--chunk-rows", chunkRows)
        .option("--time-column", timeColumn)
        .option("--alert-below", alertBelow);
    return poorSource.addTo(labels.addTo(columns.addTo(command))).toString();
  }
}

package org.transcal.cli.monitor;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.transcal.calibration.Methods;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.option.TaskOptions;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.BatchFile;
import org.transcal.io.file.ByteSource;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Monitor;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.Reference.PeriodBatch;
import org.transcal.monitoring.Segment;
import org.transcal.monitoring.history.ReferenceFile;
import org.transcal.workflow.LearnReference;
import org.transcal.workflow.PeriodFiles;
import org.transcal.workflow.TaskInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code transcal reference}: learns what a normal batch looks like. */
@Command(
    name = "reference",
    header = "Learns what normal batches look like, for monitor.",
    description = {
      "%nWrites one file with everything that transcal monitor needs: the calibration model, source"
          + " rows, and how much accuracy and drift vary on batches known to be fine (--period)."
          + " Without --period, batches are compared with the source validation rows, and a target"
          + " that differs from them alerts on every batch.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo --monitor        creates the files of these examples",
      "  transcal reference transcal-out/demo-monitor/task.npz --segment camera \\",
      "      --period transcal-out/demo-monitor/period --out ref.npz",
    })
public final class ReferenceCommand extends TerminalCommand {
  private static final double MEGABYTE = 1e6;

  @Mixin private TaskOptions task;

  @Option(
      names = "--period",
      paramLabel = "BATCH",
      arity = "1..*",
      description =
          "Rows of a batch known to be fine, as BATCH of monitor, or a folder of such files;"
              + " repeatable. The more batches, the better. A file named by its date"
              + " (2026-11-01.npz) is shown at that date.")
  private List<Path> period = List.of();

  @Option(
      names = "--time-column",
      paramLabel = "NAME",
      description =
          "Array of times in each BATCH, which divides it into batches: one for each day (UTC) or"
              + " number.")
  private Optional<String> timeColumn = Optional.empty();

  @Option(
      names = "--segment",
      paramLabel = "NAME",
      description = "Array in each BATCH whose values divide the rows, such as camera; repeatable.")
  private List<String> segments = List.of();

  @Option(
      names = "--model",
      paramLabel = "MODEL.json",
      description = "The calibration model in use. Default: one is fitted to TASK.")
  private Optional<Path> modelFile = Optional.empty();

  @Option(
      names = "--method",
      paramLabel = "M",
      description = "Method that fits the model. Default: " + Methods.DEFAULT)
  private Optional<String> method = Optional.empty();

  @Option(names = "--seed", paramLabel = "N", description = "Random seed. Default: 0")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "REF.npz",
      required = true,
      description = "The file to write.")
  private Path out;

  /** Prints to a terminal. */
  public ReferenceCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    if (modelFile.isPresent() && method.isPresent()) {
      throw misuse("--model and --method are mutually exclusive: a model needs no fit");
    }
    if (period.isEmpty() && (timeColumn.isPresent() || !segments.isEmpty())) {
      throw misuse("--time-column and --segment name arrays of --period, which is missing");
    }
    new InputFiles().add(task.path()).add(period).add(modelFile).requireNot("--out", out);
    LearnReference.Options options = options();
    TaskInput input = task.readArchive(terminal);
    List<PeriodBatch> batches = batches(input);
    Path where = period.isEmpty() ? task.path() : period.get(0);
    LearnReference.Result learned =
        LearnReference.run(input, batches, where.toString(), options, terminal::progress);
    terminal.warn(learned.warnings());
    ReferenceFile.write(out, learned.reference(), learned.model().provenance());
    print(learned.reference(), batches);
    return ExitStatus.DONE.code();
  }

  private LearnReference.Options options() {
    LearnReference.Options plain = LearnReference.Options.defaults().withSeed(seed);
    LearnReference.Options fitted = method.map(plain::withMethod).orElse(plain);
    return modelFile.map(fitted::withModel).orElse(fitted);
  }

  private List<PeriodBatch> batches(TaskInput input) {
    // With columns of a table, a folder is one batch.
    PeriodFiles files =
        task.isGiven()
            ? new PeriodFiles(period, task::batch)
            : PeriodFiles.inFolders(period, task::batch);
    requireColumnsOfEach(files.files().size());
    int features = input.task().features().map(f -> f.sourceTrain().columns()).orElse(0);
    return files.read(
        new BatchFile.Wanted(input.task().classes(), features, segments, timeColumn),
        terminal::warn);
  }

  /** A column in its own file has the rows of a single batch. */
  private void requireColumnsOfEach(int files) {
    Stream.concat(segments.stream(), timeColumn.stream())
        .filter(column -> files > 1 && column.matches("(?is).*\\.(npy|csv|npz(:.*)?)"))
        .findFirst()
        .ifPresent(
            column -> {
              throw misuse(
                  "%s cannot be the column of %d batches; name an array that each of them has",
                  column, files);
            });
  }

  private void print(Reference reference, List<PeriodBatch> batches) {
    PrintStream results = terminal.results();
    Monitor monitor = Monitor.against(reference);
    results.println(
        Message.of(
            "normal accuracy %s %%; a batch alerts below %s %% if it has 1,000 rows, below %s %% if"
                + " it has 10,000",
            Figures.percent(reference.whole().variations().get(Metric.ACCURACY).level(), 1),
            Figures.percent(monitor.threshold(Metric.ACCURACY, 1_000), 1),
            Figures.percent(monitor.threshold(Metric.ACCURACY, 10_000), 1)));
    if (batches.isEmpty()) {
      results.println(
          Message.of(
              "learned from %s source validation rows",
              Figures.count(reference.validation().rows())));
      terminal.warn(
          List.of(
              "without --period, batches are compared with the source validation rows, so a lasting"
                  + " difference between source and target alerts on every batch; give batches known"
                  + " to be fine with --period"));
    } else {
      results.println(
          Message.of(
              "learned from %s rows of %s %s%s",
              Figures.count(reference.whole().rows()),
              Figures.count(batches.size()),
              batches.size() == 1 ? "batch" : "batches",
              segments(reference)));
    }
    results.println("reference  " + out + " (" + size() + ")");
  }

  private static String segments(Reference reference) {
    Set<String> columns = new TreeSet<>();
    reference.segments().keySet().stream().map(Segment::column).forEach(columns::add);
    return columns.isEmpty()
        ? ""
        : " and " + reference.segments().size() + " segments of " + String.join(", ", columns);
  }

  private String size() {
    try {
      return Figures.decimals(Files.size(out) / MEGABYTE, 1) + " MB";
    } catch (IOException e) {
      throw ByteSource.unreadable(out, e);
    }
  }
}

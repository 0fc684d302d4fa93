package org.transcal.cli.monitor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.option.JsonOutput;
import org.transcal.cli.option.TaskTable;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.BatchFile;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.MonitorWords;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.history.BatchJson;
import org.transcal.monitoring.history.ReferenceFile;
import org.transcal.workflow.Monitor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code transcal monitor}: compares a batch with a reference. */
@Command(
    name = "monitor",
    header = "Checks a batch's predictions without labels; status 5 is an alert.",
    description = {
      "%nEstimates accuracy and calibration error of a batch, compares them and the drift of"
          + " confidence, predicted classes and features with a reference, and alerts if one is"
          + " beyond what normal batches show. Results go to the history first, then to the"
          + " dashboard. Running a batch again replaces it, so late labels are added by the same"
          + " command with --labels.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo --monitor        creates the files of these examples",
      "  transcal reference transcal-out/demo-monitor/task.npz --segment camera \\",
      "      --period transcal-out/demo-monitor/period --out ref.npz",
      "  transcal monitor ref.npz transcal-out/demo-monitor/nights/2026-09-21.npz \\",
      "      --at 2026-09-21 --segment camera --history history.jsonl --keep 400d",
      "  transcal monitor ref.npz transcal-out/demo-monitor/nights/2026-10-21.npz \\",
      "      --at 2026-10-21 --history history.jsonl --on-alert 'cat >alert.json'",
    })
public final class MonitorCommand extends TerminalCommand {
  @Parameters(
      index = "0",
      paramLabel = "REF.npz",
      description = "A reference file, written by transcal reference.")
  private Path referenceFile;

  @Parameters(
      index = "1",
      paramLabel = "BATCH",
      description =
          "The batch's rows: any layout of a task with target_logits and, if the reference has"
              + " features, target_features; target_labels as far as known, else -1.")
  private Path batchFile;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "When the batch was: a date, a date and time (UTC without offset), or a number."
              + " Required unless --time-column is given.")
  private Optional<String> at = Optional.empty();

  @Option(
      names = "--chunk-rows",
      paramLabel = "N",
      description = "Cut each batch into parts of N consecutive rows.")
  private Optional<Integer> chunkRows = Optional.empty();

  @Option(
      names = "--time-column",
      paramLabel = "NAME",
      description =
          "Array of times in BATCH, or a file (.npy, .csv or FILE.npz:ARRAY): one batch for each"
              + " day (UTC) or number.")
  private Optional<String> timeColumn = Optional.empty();

  @Option(
      names = "--segment",
      paramLabel = "NAME",
      description =
          "Array in BATCH, or a file, whose values divide the rows, such as camera; repeatable.")
  private List<String> segments = List.of();

  @Option(
      names = "--class",
      paramLabel = "NAME",
      description =
          "Class whose precision, recall and F1 are estimated; repeatable. Default: all if there"
              + " are at most ten.")
  private List<String> classes = List.of();

  @Option(
      names = "--labels",
      paramLabel = "ROWS.csv",
      description = "Labels that have arrived: a table with columns row and label.")
  private Optional<Path> labels = Optional.empty();

  @Mixin private HistoryOptions history;
  @Mixin private MonitorOutputs outputs;

  @Option(
      names = "--on-alert",
      paramLabel = "COMMAND",
      description = "Shell command to run on an alert, which it gets as JSON on standard input.")
  private Optional<String> onAlert = Optional.empty();

  @Mixin private AlertOptions alerts;
  @Mixin private JsonOutput json;
  @Mixin private TaskTable columns;

  /** Prints to a terminal. */
  public MonitorCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    requireValidOptions();
    Monitor.Options options = options();
    Reference reference = ReferenceFile.read(referenceFile);
    Monitor.requireKnownClasses(reference, options);
    BatchFile batch = columns.batch(batchFile, Monitor.wanted(reference, segments, timeColumn));
    terminal.warn(batch.warnings());
    Monitor.Result result = Monitor.run(reference, batch, batchFile, options, terminal::progress);
    terminal.warn(result.warnings());
    return finish(result);
  }

  private Monitor.Options options() {
    Monitor.Options options =
        Monitor.Options.keepingIn(history.history())
            .withPolicy(alerts.policy())
            .withClasses(classes);
    options = at.map(options::at).orElse(options);
    options = labels.map(options::withLabels).orElse(options);
    return chunkRows.map(options::withChunkRows).orElse(options);
  }

  private void requireValidOptions() {
    if (at.isPresent() == timeColumn.isPresent()) {
      throw misuse(
          at.isPresent()
              ? "--at and --time-column are mutually exclusive"
              : "Missing required option: --at TIME, or --time-column NAME if BATCH has times");
    }
    if (chunkRows.isPresent()) {
      requireRange(spec, "--chunk-rows", chunkRows.get(), Integer.MAX_VALUE);
    }
    history.requireValid();
    if (history.file().isEmpty() && alerts.hysteresis() > 1) {
      throw misuse("--hysteresis %s needs --history", alerts.hysteresis());
    }
    if (outputs.isContradictory()) {
      throw misuse("--dashboard and --no-dashboard are mutually exclusive");
    }
    requireNoInputOverwritten();
  }

  private void requireNoInputOverwritten() {
    InputFiles inputs = new InputFiles().add(referenceFile).add(batchFile).add(labels);
    inputs.addColumns(segments).addColumns(timeColumn.stream().toList());
    history.addTo(inputs);
    outputs.requireNot(inputs, history.file());
  }

  /** Writes everything, the history first; the alert is sent even if that fails. */
  private int finish(Monitor.Result result) {
    List<BatchResult> tonight = result.batches();
    List<BatchResult> alerting = result.alerting();
    Optional<RuntimeException> failure = Optional.empty();
    try {
      List<BatchResult> all = result.store();
      json.print(terminal, () -> BatchJson.lines(tonight), () -> MonitorText.lines(tonight, all));
      history
          .file()
          .filter(file -> !Files.isDirectory(file))
          .ifPresent(file -> json.paths(terminal).println("history  " + file));
      terminal.warn(history.note().stream().toList());
      outputs.write(tonight, all, history.file(), terminal.reproduction(), json.paths(terminal));
    } catch (RuntimeException failed) {
      failure = Optional.of(failed);
    }
    if (!alerting.isEmpty()) {
      onAlert
          .flatMap(
              command ->
                  new AlertCommand(command, AlertCommand.LIMIT)
                      .run(BatchJson.alert(new MonitorWords(tonight).headline(), alerting)))
          .ifPresent(problem -> terminal.warn(List.of(problem)));
    }
    if (failure.isPresent()) {
      throw failure.get();
    }
    return (alerting.isEmpty() ? ExitStatus.DONE : ExitStatus.ALERT).code();
  }
}

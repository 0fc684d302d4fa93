package org.transcal.cli.monitor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.option.JsonOutput;
import org.transcal.cli.option.TaskTable;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.BatchFile;
import org.transcal.io.file.InputException;
import org.transcal.io.file.NearMiss;
import org.transcal.io.history.History;
import org.transcal.io.history.ReferenceFile;
import org.transcal.io.json.NightJson;
import org.transcal.monitoring.AlertPolicy;
import org.transcal.monitoring.Monitor;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.TrackRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code transcal monitor}: compares a night with a reference. */
@Command(
    name = "monitor",
    header = "Checks a night's predictions without labels; status 5 is an alert.",
    description = {
      "%nEstimates accuracy and calibration error of a night, compares them and the drift of"
          + " confidence, predicted classes and features with a reference, and alerts if one is"
          + " beyond what normal nights show. Results go to the history first, then to the"
          + " dashboard. Running a night again replaces it, so late labels are added by the same"
          + " command with --labels.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo --monitor        creates the files of these examples",
      "  transcal reference transcal-out/demo-monitor/task.npz --segment camera \\",
      "      --period transcal-out/demo-monitor/period --out ref.npz",
      "  transcal monitor ref.npz transcal-out/demo-monitor/nights/2026-09-21.npz \\",
      "      --at 2026-09-21 --segment camera --history history.csv --keep 400d",
      "  transcal monitor ref.npz transcal-out/demo-monitor/nights/2026-10-21.npz \\",
      "      --at 2026-10-21 --history history.csv --on-alert 'cat >alert.json'",
    })
public final class MonitorCommand extends TerminalCommand {
  @Parameters(index = "0", paramLabel = "REF.npz", description = "What reference wrote.")
  private Path referenceFile;

  @Parameters(
      index = "1",
      paramLabel = "BATCH",
      description =
          "The night's rows: any layout of a task with target_logits and, if the reference has"
              + " features, target_features; target_labels as far as known, else -1.")
  private Path batchFile;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "When the night was: a date, a date and time (UTC without offset), or a number."
              + " Required unless --time-column is given.")
  private Optional<String> at = Optional.empty();

  @Option(
      names = "--chunk-rows",
      paramLabel = "N",
      description = "Cut the night into parts of N consecutive rows.")
  private Optional<Integer> chunkRows = Optional.empty();

  @Option(
      names = "--time-column",
      paramLabel = "NAME",
      description =
          "Array of times in BATCH, or a file (.npy, .csv or FILE.npz:ARRAY): one night for each"
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
    AlertPolicy policy = alerts.policy();
    Optional<NightTime> time = at.map(this::time);
    Reference reference = ReferenceFile.read(referenceFile);
    requireKnownClasses(reference);
    List<NightBatch> nights = nights(reference, time);
    List<Night> before = history.read(0);
    history.requireKept(before, nights.stream().map(NightBatch::at).toList());
    List<Night> tonight =
        observe(
            Monitor.against(reference)
                .withPolicy(at.isPresent() ? shared(policy, nights.size()) : policy)
                .withClasses(classes),
            nights,
            before);
    return finish(reference, before, tonight);
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
      if (timeColumn.isPresent()) {
        throw misuse("--chunk-rows and --time-column are mutually exclusive");
      }
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
    InputFiles inputs = new InputFiles(spec).add(referenceFile).add(batchFile).add(labels);
    inputs.addColumns(segments).addColumns(timeColumn.stream().toList());
    outputs.requireNot(inputs, history.file());
  }

  private NightTime time(String text) {
    try {
      return NightBatch.time(text, history.latest());
    } catch (IllegalArgumentException bad) {
      throw misuse("--at: %s", bad.getMessage());
    }
  }

  /** The accepted false alarms of a night, shared by its parts. */
  private static AlertPolicy shared(AlertPolicy policy, int parts) {
    return new AlertPolicy(
        policy.falseAlarmRate() / parts, policy.metrics(), policy.fixed(), policy.nights());
  }

  private void requireKnownClasses(Reference reference) {
    List<String> numbers =
        IntStream.range(0, reference.validation().classes()).mapToObj(Integer::toString).toList();
    List<String> known = Stream.concat(reference.classNames().stream(), numbers.stream()).toList();
    for (String name : classes) {
      if (!known.contains(name)) {
        String question = NearMiss.question(name, known);
        throw misuse(
            "--class: unknown class \"%s\"; %s",
            name, question.isEmpty() ? "the classes are " + InputException.list(known) : question);
      }
    }
  }

  private List<NightBatch> nights(Reference reference, Optional<NightTime> time) {
    int features = reference.features().map(f -> f.reference().columns()).orElse(0);
    BatchFile read =
        columns.batch(
            batchFile,
            new BatchFile.Wanted(reference.validation().classes(), features, segments, timeColumn));
    terminal.warn(read.warnings());
    BatchFile file =
        labels.map(path -> new LateLabels(reference, path).addTo(read, terminal)).orElse(read);
    return time.isEmpty()
        ? NightBatch.byTime(file, history.latest())
        : chunkRows.isEmpty()
            ? List.of(new NightBatch(time.get(), file.batch()))
            : NightBatch.byRows(time.get(), file.batch(), chunkRows.get());
  }

  private List<Night> observe(Monitor monitor, List<NightBatch> nights, List<Night> before) {
    List<Night> known =
        new ArrayList<>(
            before.stream()
                .filter(
                    night ->
                        nights.stream().noneMatch(n -> History.isSameNight(n.at(), night.at())))
                .toList());
    List<Night> observed = new ArrayList<>();
    try (Progress progress = terminal.progress("monitoring", nights.size())) {
      for (NightBatch night : nights) {
        progress.running(night.at().toString());
        known.sort(History.ORDER);
        List<Night> found =
            InputException.naming(
                batchFile, () -> monitor.after(known).observe(night.at(), night.batch()));
        observed.addAll(found);
        known.addAll(found);
        progress.advance(1);
      }
    }
    return observed;
  }

  /** Writes everything, the history first; the alert is sent even if that fails. */
  private int finish(Reference reference, List<Night> before, List<Night> tonight) {
    List<Night> alerting = tonight.stream().filter(night -> !night.alerts().isEmpty()).toList();
    Optional<RuntimeException> failure = Optional.empty();
    try {
      history.write(reference.nights(), before, tonight);
      List<Night> all =
          history.file().isPresent()
              ? history.read(History.DASHBOARD_TIMES)
              : Stream.concat(reference.nights().stream(), tonight.stream()).toList();
      json.print(
          terminal,
          () -> NightJson.lines(tonight),
          () -> MonitorText.lines(tonight, TrackRecord.of(all)));
      history.file().ifPresent(file -> json.paths(terminal).println("history  " + file));
      outputs.write(tonight, all, history.file(), command(), json.paths(terminal));
    } catch (RuntimeException failed) {
      failure = Optional.of(failed);
    }
    if (!alerting.isEmpty()) {
      onAlert
          .flatMap(
              command ->
                  new AlertCommand(command, AlertCommand.LIMIT)
                      .run(NightJson.alert(MonitorText.headline(tonight), alerting)))
          .ifPresent(problem -> terminal.warn(List.of(problem)));
    }
    if (failure.isPresent()) {
      throw failure.get();
    }
    return (alerting.isEmpty() ? ExitStatus.DONE : ExitStatus.ALERT).code();
  }

  private String command() {
    ShellCommand command =
        new ShellCommand("transcal", "monitor", referenceFile.toString(), batchFile.toString());
    command
        .option("--at", at)
        .option("--chunk-rows", chunkRows)
        .option("--time-column", timeColumn);
    segments.forEach(name -> command.add("--segment", name));
    classes.forEach(name -> command.add("--class", name));
    columns.addTo(command.option("--labels", labels));
    return alerts.addTo(history.addTo(command)).toString();
  }
}

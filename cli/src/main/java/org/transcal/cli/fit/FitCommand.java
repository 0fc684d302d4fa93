package org.transcal.cli.fit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.method.MethodSelection;
import org.transcal.cli.option.JsonOutput;
import org.transcal.cli.option.LabelsFile;
import org.transcal.cli.option.PoorSource;
import org.transcal.cli.option.TableOutput;
import org.transcal.cli.option.TaskTable;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.option.Verbosity;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.LoadedTask;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.json.Provenance;
import org.transcal.io.json.ResultJson;
import org.transcal.io.table.ResultTable;
import org.transcal.io.table.Table;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.labelling.LabelledRows;
import org.transcal.report.FitReport;
import org.transcal.task.TransferTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code transcal fit}: fits methods to one task. */
@Command(
    name = "fit",
    header = "Fits methods to a task; writes model, results and report.",
    description = {
      "%nThe model (model.json) and the calibrated target probabilities"
          + " (target_probabilities.npy, in the precision of the target logits) come from the"
          + " default method if it was fitted, which is labelled if --labels is given, else from the last method named; from oracle only if"
          + " no other was named. mc-dropout, ensemble and svi give probabilities only. Existing files"
          + " are replaced, each completely or not at all.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                  creates the files of these examples",
      "  transcal fit transcal-out/demo/task.npz",
      "  transcal fit transcal-out/demo/task.npz --method temperature,cpcs --out two",
      "  transcal label transcal-out/demo/task.npz --budget 100 --out rows.csv",
      "  transcal fit transcal-out/demo/task.npz --labels rows.csv",
      "  transcal fit scores.parquet --split split --label label --logits 'logit_*' \\",
      "      --features 'f_*' --id id --out-table calibrated.parquet",
      "  transcal fit transcal-out/demo/task.npz --all --json \\",
      "      | jq '.results[].target.ece'",
    })
public final class FitCommand extends TerminalCommand {
  @Parameters(
      paramLabel = "TASK",
      description = {
        "A .npz file, a folder of .npy or .csv files, or the PREFIX of"
            + " PREFIX_source_val_output.npy … or PREFIX_output.csv …, or a table with --logits;"
            + " - for a .npz on standard input"
      })
  private Path task;

  @Mixin private FitOptions options;

  @Option(
      names = "--weights",
      paramLabel = "W.npy",
      description =
          "Your own importance weights, one per source validation row (.npy, .csv or"
              + " FILE.npz:ARRAY), instead of weights estimated from features.")
  private Optional<String> weights = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Output folder. Default: transcal-out/<task name>")
  private Optional<Path> out = Optional.empty();

  @Mixin private LabelsFile labels;
  @Mixin private JsonOutput json;
  @Mixin private PoorSource poorSource;

  @Option(names = "--no-report", description = "Write no report.html.")
  private boolean noReport;

  @Mixin private TaskTable columns;
  @Mixin private TableOutput outTable;
  @Mixin private Verbosity verbosity;

  /** Prints to a terminal. */
  public FitCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    MethodSelection selected = options.selected(labels.isGiven(), spec);
    InputFiles inputFiles = new InputFiles(spec).add(task.toString()).add(weights);
    labels.addTo(inputFiles);
    inputFiles.requireNot("--out-table", outTable.file());
    Optional<Table> table = columns.table(task);
    outTable.require(table, Table.Rows.TARGET);
    LoadedTask loaded =
        poorSource.check(
            verbosity.time("read " + task, () -> TaskTable.load(task, table, weights)),
            task.toString(),
            terminal::warn);
    Optional<LabelledRows> labelled = labels.read(loaded);
    Map<String, String> inputs = new TreeMap<>(loaded.digests());
    labels.addTo(inputs);
    labelled
        .filter(LabelledRows::isOwnSample)
        .ifPresent(rows -> terminal.warn(List.of(LabelledEstimate.OWN_SAMPLE)));
    TransferTask weighted =
        weights.map(name -> weighted(loaded.task(), name, inputs)).orElse(loaded.task());
    Path place = out.orElseGet(() -> OutputFolder.standard(loaded.task().name()));
    requireOther(place);
    OutputFolder.FILES.forEach(name -> inputFiles.requireNot("--out", place.resolve(name)));
    try (OutputFolder folder = OutputFolder.open(place)) {
      MethodComparison comparison =
          verbosity.time(
              "fit " + String.join(", ", selected.names()),
              () -> options.compare(weighted, loaded, labelled, selected, terminal));
      ComparisonText text = new ComparisonText(comparison);
      terminal.warn(json.isGiven() ? text.allWarnings() : text.warnings());
      if (comparison.firstFitted().isEmpty()) {
        return nothingRan(comparison, loaded.warnings());
      }
      ExportedMethod exported = ExportedMethod.of(comparison, selected.names());
      OutputFolder.Written written =
          verbosity.time(
              "write results to " + place,
              () -> folder.write(comparison, exported, inputs, loaded.warnings()));
      terminal.warn(written.warnings());
      json.print(terminal, () -> ResultJson.encode(comparison, loaded.warnings()), text::lines);
      written.lines().forEach(json.paths(terminal)::println);
      writeTable(comparison, exported, table);
      verbosity.time(
          "report",
          () -> report(folder, FitReport.of(comparison).about(exported.name()), loaded.warnings()));
    }
    return ExitStatus.DONE.code();
  }

  private void writeTable(
      MethodComparison comparison, ExportedMethod exported, Optional<Table> table) {
    MethodResult result = ExportedMethod.result(comparison, exported.name());
    if (outTable.file().isPresent() && result.fitted().isPresent()) {
      try (ResultTable results = outTable.open(table, Table.Rows.TARGET)) {
        results.add(
            comparison.task().target().logits().softmax(1),
            result.fitted().get().targetProbabilities());
        results.commit();
      }
      json.paths(terminal).println("table          " + outTable.file().get());
    }
  }

  /** The task with the user's importance weights, whose digest is added to the inputs. */
  private static TransferTask weighted(TransferTask task, String name, Map<String, String> inputs) {
    ArrayLocation location = ArrayLocation.parse(name);
    int rows = task.sourceValidation().logits().rows();
    double[] values = readVector(location, rows, "weights", "source validation");
    inputs.put("weights", ArrayFiles.digest(location));
    try {
      return task.withWeights(values);
    } catch (IllegalArgumentException bad) {
      throw new InputException(location + ": " + bad.getMessage(), bad);
    }
  }

  /** Rejects the task's own folder, where a result could overwrite an array. */
  private void requireOther(Path place) {
    try {
      if (Files.isDirectory(task) && Files.exists(place) && Files.isSameFile(task, place)) {
        throw misuse(
            "--out is the folder of the task; use another, so that no array of the task is"
                + " overwritten");
      }
    } catch (IOException e) {
      throw ByteSource.unreadable(place, e);
    }
  }

  private int nothingRan(MethodComparison comparison, List<String> warnings) {
    json.print(terminal, () -> ResultJson.encode(comparison, warnings), List::of);
    return FitOptions.nothingRan(comparison, task.toString(), terminal).code();
  }

  /** The report comes last, since everything else must be written even if it fails. */
  private void report(OutputFolder folder, FitReport report, List<String> warnings) {
    if (noReport) {
      terminal.warn(folder.withoutReport());
    } else {
      String html =
          report
              .withVersion(Provenance.currentVersion())
              .withCommand(command())
              .withWarnings(warnings)
              .toHtml();
      json.paths(terminal).println(folder.writeReport(html));
    }
  }

  /** The command that reproduces the results. */
  private String command() {
    ShellCommand command = new ShellCommand("transcal", "fit", task.toString());
    options.addTo(command).option("--weights", weights);
    return poorSource.addTo(labels.addTo(columns.addTo(command))).toString();
  }
}

package org.transcal.cli.fit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.method.NothingRan;
import org.transcal.cli.option.JsonOutput;
import org.transcal.cli.option.LabelsFile;
import org.transcal.cli.option.MethodOptions;
import org.transcal.cli.option.TableOutput;
import org.transcal.cli.option.TaskOptions;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.ArrayLocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.table.ResultTable;
import org.transcal.io.table.Table;
import org.transcal.report.FitReport;
import org.transcal.workflow.Fit;
import org.transcal.workflow.TaskInput;
import org.transcal.workflow.json.ResultJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
  @Mixin private TaskOptions task;
  @Mixin private MethodOptions methods;

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

  @Option(names = "--no-report", description = "Write no report.html.")
  private boolean noReport;

  @Mixin private TableOutput outTable;

  /** Prints to a terminal. */
  public FitCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    Fit.Options how = methods.options();
    InputFiles inputFiles = new InputFiles().add(task.path().toString()).add(weights);
    terminal.startAgainForLongWork(inputFiles.isLarge());
    labels.addTo(inputFiles);
    inputFiles.requireNot("--out-table", outTable.file());
    Optional<Table> table = task.table();
    outTable.require(table, Table.Rows.TARGET);
    TaskInput input = input(table);
    Path place = out.orElseGet(() -> OutputFolder.standard(input.task().name()));
    requireOther(place);
    OutputFolder.FILES.forEach(name -> inputFiles.requireNot("--out", place.resolve(name)));
    try (OutputFolder folder = OutputFolder.open(place)) {
      Fit.Result fit = Fit.run(input, how, terminal::progress);
      terminal.warn(fit.findings().warnings());
      if (!fit.ran()) {
        json.print(terminal, () -> ResultJson.encode(fit), List::of);
        return NothingRan.report(fit, task.path().toString(), terminal);
      }
      OutputFolder.Written written = folder.write(fit);
      terminal.finished("write results to " + place);
      terminal.warn(written.warnings());
      json.print(terminal, () -> ResultJson.encode(fit), () -> new FitText(fit).lines());
      written.lines().forEach(json.paths(terminal)::println);
      writeTable(fit, table);
      report(folder, fit);
      terminal.finished("report");
    }
    return ExitStatus.DONE.code();
  }

  private TaskInput input(Optional<Table> table) {
    TaskInput input = labels.addTo(task.read(terminal, table, weights));
    return weights.map(ArrayLocation::parse).map(input::withWeights).orElse(input);
  }

  private void writeTable(Fit.Result fit, Optional<Table> table) {
    if (outTable.file().isPresent() && fit.fitted().isPresent()) {
      try (ResultTable results = outTable.open(table, Table.Rows.TARGET)) {
        results.add(
            fit.input().task().target().logits().softmax(1),
            fit.fitted().get().targetProbabilities());
        results.commit();
      }
      json.paths(terminal).println("table          " + outTable.file().get());
    }
  }

  /** Rejects the task's own folder, where a result could overwrite an array. */
  private void requireOther(Path place) {
    try {
      if (Files.isDirectory(task.path())
          && Files.exists(place)
          && Files.isSameFile(task.path(), place)) {
        throw misuse(
            "--out is the folder of the task; use another, so that no array of the task is"
                + " overwritten");
      }
    } catch (IOException e) {
      throw ByteSource.unreadable(place, e);
    }
  }

  /** The report comes last, since everything else must be written even if it fails. */
  private void report(OutputFolder folder, Fit.Result fit) {
    if (noReport) {
      terminal.warn(folder.withoutReport());
    } else {
      String html = FitReport.of(fit).toHtml(terminal.reproduction());
      json.paths(terminal).println(folder.writeReport(html));
    }
  }
}

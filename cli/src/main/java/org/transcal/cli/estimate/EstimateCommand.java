package org.transcal.cli.estimate;

import java.io.PrintStream;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.option.JsonOutput;
import org.transcal.cli.option.LabelsFile;
import org.transcal.cli.option.ReportFile;
import org.transcal.cli.option.SeedAndBins;
import org.transcal.cli.option.TaskOptions;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.report.EstimateReport;
import org.transcal.workflow.Estimate;
import org.transcal.workflow.TaskInput;
import org.transcal.workflow.json.EstimateJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
    })
public final class EstimateCommand extends TerminalCommand {
  @Mixin private TaskOptions task;
  @Mixin private SeedAndBins numbers;
  @Mixin private LabelsFile labels;
  @Mixin private ReportFile report;
  @Mixin private JsonOutput json;

  /** Prints to a terminal. */
  public EstimateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    requireNoInputOverwritten();
    TaskInput input = labels.addTo(task.read(terminal));
    Estimate.Options options =
        Estimate.Options.defaults().withSeed(numbers.seed()).withBins(numbers.bins());
    Estimate.Result result = Estimate.run(input, options, terminal::progress);
    terminal.warn(result.findings().warnings());
    write(result);
    return ExitStatus.DONE.code();
  }

  private void requireNoInputOverwritten() {
    InputFiles inputs = new InputFiles().add(task.path().toString());
    labels.addTo(inputs);
    report.requireNot(inputs);
  }

  /** The report comes last, since everything else must be written even if it fails. */
  private void write(Estimate.Result result) {
    PrintStream paths = json.paths(terminal);
    json.print(terminal, () -> EstimateJson.encode(result), () -> EstimateText.lines(result));
    report.write(() -> EstimateReport.of(result).toHtml(terminal.reproduction()), paths);
  }
}

package org.transcal.cli.stream;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.terminal.Version;
import org.transcal.io.ArrayLocation;
import org.transcal.io.PredictionScale;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.json.ModelJson;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.StreamingEvaluation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code transcal evaluate}: every metric of labelled predictions, however many rows. */
@Command(
    name = "evaluate",
    header = "Measures labelled predictions: every metric with a 95 %% interval.",
    description = {
      "%nRows are streamed; 8 bytes of each stay in memory, so 100 million rows need a heap of"
          + " 1.4 GB (TRANSCAL_JAVA_OPTIONS=-Xmx2g).%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                  makes the files of these examples",
      "  transcal evaluate transcal-out/demo/logits.npy \\",
      "      transcal-out/demo/labels.npy --model transcal-out/demo/model.json",
      "  transcal evaluate transcal-out/demo/task.npz:target_logits \\",
      "      transcal-out/demo/task.npz:target_labels --report evaluation.html",
    })
public final class EvaluateCommand implements Callable<Integer> {
  private static final int MOST_BINS = 10_000;

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "LOGITS",
      description = "Rows × classes: a .npy or .csv file, or FILE.npz:array.")
  private String logits;

  @Parameters(
      index = "1",
      paramLabel = "LABELS",
      description = "True classes from 0 on, one per row, in the same kinds of file.")
  private String labels;

  @Option(names = "--probabilities", description = "LOGITS holds probabilities, not logits.")
  private boolean probabilities;

  @Option(
      names = "--model",
      paramLabel = "MODEL.json",
      description = "Calibrate with this model first.")
  private Path model;

  @Option(
      names = "--bins",
      paramLabel = "N",
      defaultValue = "15",
      description = "Bins of the binned metrics. Default: ${DEFAULT-VALUE}")
  private int bins;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Seed of the resampling behind intervals. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--json",
      description = "Print the measurements as JSON, and nothing else, on standard output.")
  private boolean json;

  @Option(names = "--report", paramLabel = "FILE", description = "Also write a report in HTML.")
  private Path report;

  /** Talks to a terminal. */
  public EvaluateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (bins < 1 || bins > MOST_BINS) {
      throw new ParameterException(
          spec.commandLine(), "--bins is " + bins + "; it must be in 1 … " + MOST_BINS);
    }
    EvaluateRows rows =
        new EvaluateRows(
            ArrayLocation.parse(logits),
            probabilities ? PredictionScale.PROBABILITIES : PredictionScale.LOGITS,
            ArrayLocation.parse(labels));
    if (model != null) {
      rows.calibrateBy(ModelJson.read(model).model(), model);
    }
    MetricEvaluation evaluation = evaluate(rows);
    terminal.warn(rows.warnings());
    show(new EvaluationText(ArrayLocation.parse(logits).toString(), evaluation), rows.warnings());
    return ExitStatus.DONE.code();
  }

  private MetricEvaluation evaluate(EvaluateRows rows) {
    StreamingEvaluation evaluation =
        new StreamingEvaluation(rows.classes(), bins, Bootstrap.seeded(seed));
    rows.forEachBlock(terminal, evaluation::add);
    return evaluation.result();
  }

  private void show(EvaluationText text, List<String> warnings) {
    if (json) {
      terminal.results().writeBytes(text.toJson());
      terminal.results().flush();
    } else {
      text.lines().forEach(terminal.results()::println);
    }
    if (report != null) {
      String html =
          text.report()
              .withVersion(Version.get())
              .withCommand(command())
              .withWarnings(warnings)
              .toHtml();
      AtomicFile.write(report, html.getBytes(StandardCharsets.UTF_8));
      (json ? terminal.notes() : terminal.results()).println("report  " + report);
    }
  }

  private String command() {
    ShellCommand command = new ShellCommand("transcal", "evaluate", logits, labels);
    if (probabilities) {
      command.add("--probabilities");
    }
    if (model != null) {
      command.add("--model", model.toString());
    }
    return command.add("--bins", Integer.toString(bins), "--seed", Long.toString(seed)).toString();
  }
}

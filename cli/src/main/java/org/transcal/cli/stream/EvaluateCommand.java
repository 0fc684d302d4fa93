package org.transcal.cli.stream;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.cli.option.JsonOutput;
import org.transcal.cli.option.ReportFile;
import org.transcal.cli.option.SeedAndBins;
import org.transcal.cli.option.TableOptions;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.ArrayLocation;
import org.transcal.io.PredictionScale;
import org.transcal.io.json.EvaluationJson;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.io.table.Table;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.StreamingEvaluation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code transcal evaluate}: all metrics on any number of labelled predictions. */
@Command(
    name = "evaluate",
    header = "Evaluates labelled predictions: all metrics with 95 %% intervals.",
    description = {
      "%nRows are streamed; 8 bytes per row stay in memory, so 100 million rows need a heap of"
          + " 1.4 GB (TRANSCAL_JAVA_OPTIONS=-Xmx2g).%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                  creates the files of these examples",
      "  transcal evaluate transcal-out/demo/logits.npy \\",
      "      transcal-out/demo/labels.npy --model transcal-out/demo/model.json",
      "  transcal evaluate transcal-out/demo/task.npz:target_logits \\",
      "      transcal-out/demo/task.npz:target_labels --report evaluation.html",
      "  transcal evaluate scores.parquet --logits 'logit_*' --label label",
    })
public final class EvaluateCommand extends TerminalCommand {
  @Parameters(
      index = "0",
      paramLabel = "LOGITS",
      description = "Rows × classes: a .npy or .csv file, FILE.npz:ARRAY, or a table.")
  private String logits;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "LABELS",
      description =
          "True classes, counted from 0, one per row; same file types. A table has them in the"
              + " column --label.")
  private Optional<String> labels = Optional.empty();

  @Option(names = "--probabilities", description = "LOGITS holds probabilities.")
  private boolean probabilities;

  @Option(
      names = "--model",
      paramLabel = "MODEL.json",
      description = "Calibrate with this model first.")
  private Optional<Path> model = Optional.empty();

  @Mixin private SeedAndBins numbers;
  @Mixin private JsonOutput json;
  @Mixin private ReportFile report;
  @Mixin private TableOptions columns;

  /** Prints to a terminal. */
  public EvaluateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    EvaluateRows rows = rows();
    model.ifPresent(file -> rows.calibrateBy(ModelJson.read(file).model(), file));
    StreamingEvaluation evaluation =
        new StreamingEvaluation(rows.classes(), numbers.bins(), Bootstrap.seeded(numbers.seed()));
    rows.forEachBlock(terminal, evaluation::add);
    terminal.warn(rows.warnings());
    show(logits, evaluation.result(), rows.warnings());
    return ExitStatus.DONE.code();
  }

  private EvaluateRows rows() {
    PredictionScale scale = probabilities ? PredictionScale.PROBABILITIES : PredictionScale.LOGITS;
    Optional<Table> table = columns.table(logits, scale);
    if (table.isPresent() == labels.isPresent()) {
      throw misuse(
          table.isPresent()
              ? "A table has its labels in the column --label; a file of labels is not needed"
              : "Missing LABELS: a file with the true classes");
    }
    table.ifPresent(t -> terminal.warn(t.warnings()));
    return table
        .map(
            t -> new EvaluateRows(RowSource.of(logits, t), scale, RowSource.OfLabels.of(logits, t)))
        .orElseGet(
            () ->
                new EvaluateRows(
                    RowSource.of(ArrayLocation.parse(logits)),
                    scale,
                    RowSource.OfLabels.of(ArrayLocation.parse(labels.orElseThrow()))));
  }

  private void show(String what, MetricEvaluation evaluation, List<String> warnings) {
    EvaluationText text = new EvaluationText(what, evaluation);
    json.print(terminal, () -> EvaluationJson.encode(evaluation), text::lines);
    report.write(
        () ->
            text.report()
                .withVersion(Provenance.currentVersion())
                .withCommand(command())
                .withWarnings(warnings)
                .toHtml(),
        json.paths(terminal));
  }

  private String command() {
    ShellCommand command = new ShellCommand("transcal", "evaluate", logits);
    labels.ifPresent(command::add);
    columns.addTo(command);
    if (probabilities) {
      command.add("--probabilities");
    }
    return numbers.addTo(command.option("--model", model)).toString();
  }
}

package org.transcal.cli.stream;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.option.JsonOutput;
import org.transcal.cli.option.ReportFile;
import org.transcal.cli.option.SeedAndBins;
import org.transcal.cli.option.TableOptions;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.PredictionScale;
import org.transcal.io.json.ModelJson;
import org.transcal.io.table.Table;
import org.transcal.model.CalibrationModel;
import org.transcal.workflow.Evaluate;
import org.transcal.workflow.EvaluateInput;
import org.transcal.workflow.json.EvaluationJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code transcal evaluate}: all metrics on any number of labelled predictions. */
@Command(
    name = "evaluate",
    header = "Evaluates labelled predictions: all metrics with 95 %% intervals.",
    description = {
      "%nFILE... is LOGITS LABELS: rows × classes, and the true classes counted from 0, one per row"
          + " (.npy, .csv or FILE.npz:ARRAY). Or any number of files with both: a .npz with"
          + " target_logits and target_labels, or logits and labels (also probabilities), or - for"
          + " one on standard input; or tables with --logits and --label. Several files, or LOGITS"
          + " LABELS LOGITS LABELS …, are compared in one table and chart.",
      "%nRows are streamed; 8 bytes per row stay in memory, so 100 million rows need a heap of"
          + " 1.4 GB (TRANSCAL_JAVA_OPTIONS=-Xmx2g), twice that with --positive.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                  creates the files of these examples",
      "  transcal evaluate transcal-out/demo/logits.npy \\",
      "      transcal-out/demo/labels.npy --model transcal-out/demo/model.json",
      "  transcal evaluate transcal-out/demo/task.npz --positive 1 \\",
      "      --model transcal-out/demo/model.json --before --report evaluation.html",
      "  transcal evaluate monday.npz tuesday.npz --report both.html",
      "  transcal evaluate scores.parquet --logits 'logit_*' --label label",
    })
public final class EvaluateCommand extends TerminalCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE...",
      hideParamSyntax = true,
      description = "LOGITS LABELS, or files that hold both.")
  private List<String> files;

  @Option(names = "--probabilities", description = "LOGITS holds probabilities.")
  private boolean probabilities;

  @Option(
      names = "--model",
      paramLabel = "MODEL.json",
      description = "Calibrate with this model first.")
  private Optional<Path> model = Optional.empty();

  @Option(names = "--before", description = "With --model: compare with the uncalibrated rows.")
  private boolean before;

  @Option(
      names = "--positive",
      paramLabel = "CLASS",
      description =
          "Also evaluate the probability of this class, by number or name: AUROC, ECE, log loss,"
              + " Brier score, reliability.")
  private Optional<String> positive = Optional.empty();

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
    if (before && model.isEmpty()) {
      throw misuse("--before needs --model");
    }
    InputFiles inputFiles = new InputFiles().add(files).add(model);
    report.requireNot(inputFiles);
    terminal.startAgainForLongWork(inputFiles.isLarge());
    List<EvaluateInput> inputs = inputs();
    Evaluate.Options options = options();
    Evaluate.Result result = Evaluate.run(inputs, options, terminal::progress);
    terminal.warn(result.findings().warnings());
    String what = String.join(", ", inputs.stream().map(EvaluateInput::name).toList());
    EvaluationText text = new EvaluationText(what, result);
    json.print(terminal, () -> EvaluationJson.encode(result), text::lines);
    report.write(() -> text.report().toHtml(terminal.reproduction()), json.paths(terminal));
    return ExitStatus.DONE.code();
  }

  private Evaluate.Options options() {
    Evaluate.Options all =
        Evaluate.Options.defaults().withSeed(numbers.seed()).withBins(numbers.bins());
    Evaluate.Options options = positive.map(all::withPositive).orElse(all);
    return model
        .map(
            file -> {
              CalibrationModel first = ModelJson.read(file).model();
              return before
                  ? options.withBeforeAndAfter(first, file)
                  : options.withModel(first, file);
            })
        .orElse(options);
  }

  private List<EvaluateInput> inputs() {
    PredictionScale scale = probabilities ? PredictionScale.PROBABILITIES : PredictionScale.LOGITS;
    List<EvaluateInput> tables = new ArrayList<>();
    for (String file : files) {
      Optional<Table> table = columns.table(file, scale);
      table.ifPresent(t -> terminal.warn(t.warnings()));
      table.ifPresent(t -> tables.add(EvaluateInput.of(file, t, scale)));
    }
    return tables.isEmpty() ? EvaluateInput.of(files, scale) : tables;
  }
}

package org.transcal.cli.stream;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.terminal.Version;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.InputException;
import org.transcal.io.json.ModelJson;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.StreamingEvaluation;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;
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
      "%nRows are streamed; a few bytes of each are kept, whatever the number of classes.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal evaluate logits.npy labels.npy --model model.json",
      "  transcal evaluate A2C.npz:target_logits A2C.npz:target_labels",
      "  transcal evaluate probs.csv labels.csv --probabilities --report r.html",
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
      description = "True classes from 0 on, one a row, in the same kinds of file.")
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
    Optional<CalibrationModel> calibration =
        Optional.ofNullable(model).map(file -> ModelJson.read(file).model());
    ArrayLocation location = ArrayLocation.parse(logits);
    try (PredictionBlocks blocks =
        PredictionBlocks.open(location, probabilities ? Scale.PROBABILITIES : Scale.LOGITS)) {
      calibration.ifPresent(c -> blocks.requireClasses(c.classes(), model));
      MetricEvaluation evaluation = evaluate(blocks, calibration);
      terminal.warn(blocks.warnings());
      show(new EvaluationText(location.toString(), evaluation), blocks);
    }
    return ExitStatus.DONE.code();
  }

  private MetricEvaluation evaluate(
      PredictionBlocks blocks, Optional<CalibrationModel> calibration) {
    ArrayLocation location = ArrayLocation.parse(labels);
    Labels truth = ArrayFiles.readLabels(location, blocks.classes());
    blocks.rows().ifPresent(rows -> requireRows(location, truth.rows(), rows));
    Function<Block, Probabilities> predictions =
        calibration
            .<Function<Block, Probabilities>>map(c -> block -> c.calibrate(block.logits()))
            .orElse(Block::probabilities);
    StreamingEvaluation evaluation =
        new StreamingEvaluation(blocks.classes(), bins, Bootstrap.seeded(seed));
    try (Progress progress = terminal.progress("evaluating", blocks.rows().orElse(-1))) {
      int[] all = truth.toArray();
      long first = 0;
      for (Optional<Block> block = blocks.next(); block.isPresent(); block = blocks.next()) {
        if (blocks.rowsRead() > all.length) {
          break;
        }
        int[] some = Arrays.copyOfRange(all, (int) first, (int) blocks.rowsRead());
        evaluation.add(
            LabelledPredictions.of(
                predictions.apply(block.get()), Labels.copyOf(some, blocks.classes())));
        first = blocks.rowsRead();
        progress.advance(some.length);
      }
      requireRows(location, all.length, blocks.rowsRead());
      return evaluation.result();
    }
  }

  private void requireRows(ArrayLocation location, long labelRows, long rows) {
    if (labelRows != rows) {
      throw new InputException(
          location
              + ": has "
              + labelRows
              + " labels where "
              + logits
              + " has "
              + (rows > labelRows ? "more rows" : rows + " rows"));
    }
  }

  private void show(EvaluationText text, PredictionBlocks blocks) {
    if (report != null) {
      String html =
          text.report()
              .withVersion(Version.get())
              .withCommand(command())
              .withWarnings(blocks.warnings())
              .toHtml();
      AtomicFile.write(report, html.getBytes(StandardCharsets.UTF_8));
    }
    if (json) {
      terminal.results().writeBytes(text.toJson());
      terminal.results().flush();
    } else {
      text.lines().forEach(terminal.results()::println);
    }
    if (report != null) {
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

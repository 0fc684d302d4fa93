package org.transcal.cli.stream;

import java.nio.file.Path;
import java.util.Locale;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.ArrayLocation;
import org.transcal.io.PredictionScale;
import org.transcal.io.json.ModelJson;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Logits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code transcal apply}: calibrates any number of rows with a model. */
@Command(
    name = "apply",
    header = "Turns logits into calibrated probabilities.",
    description = {
      "%nRows are streamed, so memory does not grow with their number. Probabilities have the"
          + " precision of the logits.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                  creates the files of these examples",
      "  transcal apply transcal-out/demo/model.json \\",
      "      transcal-out/demo/new_logits.npy --out probabilities.npy",
      "  transcal apply transcal-out/demo/model.json \\",
      "      transcal-out/demo/task.npz:target_logits --out probabilities.csv",
    })
public final class ApplyCommand extends TerminalCommand {
  @Parameters(index = "0", paramLabel = "MODEL.json", description = "A model written by fit.")
  private Path model;

  @Parameters(
      index = "1",
      paramLabel = "LOGITS",
      description = "Rows × classes: a .npy or .csv file, or FILE.npz:ARRAY.")
  private String logits;

  @Option(
      names = "--out",
      paramLabel = "PROBS",
      required = true,
      description = "Output file, .npy or .csv.")
  private Path out;

  @Option(
      names = "--probabilities",
      description = "LOGITS holds probabilities; their logarithms are calibrated.")
  private boolean probabilities;

  /** Prints to a terminal. */
  public ApplyCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    String name = out.toString().toLowerCase(Locale.ROOT);
    if (!name.endsWith(".npy") && !name.endsWith(".csv")) {
      throw misuse("--out is %s; its name must end in .npy or .csv", out);
    }
    ArrayLocation location = ArrayLocation.parse(logits);
    CalibrationModel calibration = ModelJson.read(model).model();
    PredictionScale scale = probabilities ? PredictionScale.PROBABILITIES : PredictionScale.LOGITS;
    try (PredictionBlocks blocks =
        PredictionBlocks.open(location, scale, PredictionBlocks.CACHED)) {
      blocks.requireClasses(calibration.classes(), model);
      apply(calibration, blocks);
      terminal.warn(blocks.warnings());
      terminal
          .results()
          .println(
              Message.of(
                  "Calibrated %s rows of %s classes: %s",
                  Figures.count(blocks.rowsRead()), blocks.classes(), out));
    }
    return ExitStatus.DONE.code();
  }

  private void apply(CalibrationModel calibration, PredictionBlocks blocks) {
    try (Progress progress = terminal.progress("rows", blocks.rows().orElse(-1));
        ProbabilityFile file = ProbabilityFile.open(out, blocks.classes(), blocks.precision())) {
      BlockWorkers.work(
          Math.min(file.mostThreads(), blocks.threads(terminal.threads())),
          blocks::take,
          () -> {
            ProbabilityFile.Pen pen = file.pens().get();
            return rows -> {
              Logits logits = blocks.check(rows).logits().get();
              pen.write(rows.firstRow(), calibration.calibrate(logits));
              progress.advance(rows.rows());
            };
          });
      file.commit();
    }
  }
}

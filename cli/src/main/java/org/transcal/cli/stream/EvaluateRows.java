package org.transcal.cli.stream;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.ArrayLocation;
import org.transcal.io.LabelBlocks;
import org.transcal.io.file.InputException;
import org.transcal.metric.LabelledPredictions;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;

/**
 * Predictions and labels from two files, side by side, as often as they are asked for.
 *
 * <p>Both must be regular files, as everything that is read here, so that they can be read again.
 */
final class EvaluateRows {
  private final ArrayLocation predictions;
  private final Scale scale;
  private final ArrayLocation truth;
  private Function<Block, Probabilities> calibration = Block::probabilities;
  private Consumer<PredictionBlocks> check = blocks -> {};
  private List<String> warnings = List.of();

  EvaluateRows(ArrayLocation predictions, Scale scale, ArrayLocation truth) {
    this.predictions = predictions;
    this.scale = scale;
    this.truth = truth;
  }

  /** From now on rows are calibrated by a model, which was read from a file. */
  void calibrateBy(CalibrationModel model, Path file) {
    calibration = block -> model.calibrate(block.logits());
    check = blocks -> blocks.requireClasses(model.classes(), file);
  }

  /** How many classes there are; fails unless the model is for as many. */
  int classes() {
    try (PredictionBlocks blocks = PredictionBlocks.open(predictions, scale)) {
      check.accept(blocks);
      return blocks.classes();
    }
  }

  /** What the user should know about the rows read last. */
  List<String> warnings() {
    return warnings;
  }

  /**
   * Reads all rows.
   *
   * @param what names the work on the progress bar
   * @throws InputException naming the file and row at fault, or where numbers of rows differ
   */
  void forEachBlock(Terminal terminal, String what, Consumer<LabelledPredictions> use) {
    try (PredictionBlocks blocks = PredictionBlocks.open(predictions, scale);
        LabelBlocks labels = LabelBlocks.open(truth, blocks.classes());
        Progress progress = terminal.progress(what, blocks.rows().orElse(-1))) {
      if (blocks.rows().isPresent() && labels.rows().isPresent()) {
        requireRows(labels.rows().getAsLong(), blocks.rows().getAsLong());
      }
      for (Optional<Block> block = blocks.next(); block.isPresent(); block = blocks.next()) {
        int rows = block.get().rows();
        Labels some = labels.next(rows);
        if (some.rows() < rows) {
          long found = blocks.rowsRead() - rows + some.rows();
          throw differs(
              found, blocks.rows().isPresent() ? blocks.rows().getAsLong() + " rows" : "more rows");
        }
        use.accept(LabelledPredictions.of(calibration.apply(block.get()), some));
        progress.advance(rows);
      }
      requireRows(labels.countAll(), blocks.rowsRead());
      warnings = blocks.warnings();
    }
  }

  private void requireRows(long labels, long rows) {
    if (labels != rows) {
      throw differs(labels, rows + " rows");
    }
  }

  private InputException differs(long labels, String rows) {
    return new InputException(
        truth + ": has " + labels + " labels where " + predictions + " has " + rows);
  }
}

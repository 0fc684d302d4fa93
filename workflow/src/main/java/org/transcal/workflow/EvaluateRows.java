package org.transcal.workflow;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.transcal.io.LabelBlocks;
import org.transcal.io.PredictionScale;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.StreamingEvaluation;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;

/** Predictions and labels read from two files in step. */
final class EvaluateRows {
  private final RowSource predictions;
  private final PredictionScale scale;
  private final RowSource.OfLabels truth;
  private Function<Block, Probabilities> calibration = block -> block.probabilities().get();
  private Consumer<PredictionBlocks> check = blocks -> {};
  private final int evaluations;
  private List<String> warnings = List.of();

  /** Rows of which each evaluation keeps its own data. */
  EvaluateRows(EvaluateInput input, int evaluations) {
    this.predictions = input.predictions();
    this.scale = input.scale();
    this.truth = input.labels();
    this.evaluations = evaluations;
  }

  /** Calibrates rows with a model read from a file. */
  void calibrateBy(CalibrationModel model, Path file) {
    calibration = block -> model.calibrate(block.logits().get());
    check = blocks -> blocks.requireClasses(model.classes(), file);
  }

  /** Number of classes; fails if the model has another. */
  int classes() {
    try (PredictionBlocks blocks =
        PredictionBlocks.open(predictions, scale, PredictionBlocks.SHARED)) {
      check.accept(blocks);
      return blocks.classes();
    }
  }

  /** Warnings about the rows read. */
  List<String> warnings() {
    return warnings;
  }

  /** Reads and checks all rows. */
  void forEachBlock(Listener listener, Consumer<LabelledPredictions> use) {
    try (PredictionBlocks blocks =
            PredictionBlocks.open(predictions, scale, PredictionBlocks.SHARED);
        LabelBlocks labels = truth.open().apply(blocks.classes());
        Progress progress =
            Listener.interruptible(
                listener, "evaluating " + predictions, blocks.rows().orElse(-1))) {
      if (blocks.rows().isPresent() && labels.rows().isPresent()) {
        requireRows(labels.rows().getAsLong(), blocks.rows().getAsLong());
      }
      requireMemory(blocks.rows().orElse(0), Runtime.getRuntime().maxMemory());
      long labelled = 0;
      for (Optional<Block> block = blocks.next(); block.isPresent(); block = blocks.next()) {
        int rows = block.get().rows();
        requireMemory(blocks.rowsRead(), Runtime.getRuntime().maxMemory());
        Labels some = labels.next(rows);
        if (some.rows() < rows) {
          long found = blocks.rowsRead() - rows + some.rows();
          throw differs(
              found, blocks.rows().isPresent() ? blocks.rows().getAsLong() + " rows" : "more rows");
        }
        LabelledPredictions all = LabelledPredictions.of(calibration.apply(block.get()), some);
        some.countKnown(Frequencies.ones(rows)).map(all::countedBy).ifPresent(use);
        labelled += some.known();
        progress.advance(rows);
      }
      requireRows(labels.countAll(), blocks.rowsRead());
      warnings = new ArrayList<>(blocks.warnings());
      if (labelled == 0) {
        throw new InputException(
            truth.name() + ": every label is -1; at least one row must be labelled");
      }
      if (labelled < blocks.rowsRead()) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "%s: %,d of %,d labels are -1; those rows are left out",
                truth.name(),
                blocks.rowsRead() - labelled,
                blocks.rowsRead()));
      }
    }
  }

  /** Fails if the heap is too small for what an evaluation keeps of each row. */
  void requireMemory(long rows, long heapBytes) {
    long needed = evaluations * StreamingEvaluation.heapBytes(rows);
    if (needed <= heapBytes) {
      return;
    }
    // Java may report about 5 % less than -Xmx.
    long gigabytes = (needed + needed / 10) / (1 << 30) + 1;
    throw InputException.in(
        predictions,
        "evaluating %,d rows needs %d MB of memory, but Java may use only %d MB; allow more with"
            + " TRANSCAL_JAVA_OPTIONS=-Xmx%dg",
        rows,
        needed / (1 << 20),
        heapBytes / (1 << 20),
        gigabytes);
  }

  private void requireRows(long labels, long rows) {
    if (labels != rows) {
      throw differs(labels, rows + " rows");
    }
  }

  private InputException differs(long labels, String rows) {
    return new InputException(
        truth.name() + ": has " + labels + " labels but " + predictions + " has " + rows);
  }
}

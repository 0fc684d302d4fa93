package org.transcal.workflow;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.io.PredictionScale;
import org.transcal.io.table.ResultTable;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Logits;

/** Calibrates any number of rows with a model; rows are streamed. */
public final class Apply {
  private final CalibrationModel model;
  private final Path modelFile;
  private final RowSource rows;
  private final PredictionScale scale;

  private Apply(CalibrationModel model, Path modelFile, RowSource rows, PredictionScale scale) {
    this.model = model;
    this.modelFile = modelFile;
    this.rows = rows;
    this.scale = scale;
  }

  /** Applies a model to rows; {@code modelFile} names it in messages. */
  public static Apply of(
      CalibrationModel model, Path modelFile, RowSource rows, PredictionScale scale) {
    return new Apply(model, modelFile, rows, scale);
  }

  /**
   * What was calibrated.
   *
   * @param rows number of rows
   * @param warnings about the rows, one sentence each
   */
  public record Result(long rows, List<String> warnings) {
    /** Copies the list. */
    public Result {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Writes probabilities to a {@code .npy} or CSV file, whole or not at all.
   *
   * @param threads number of threads, on which the result does not depend
   */
  public Result toFile(Path file, int threads, Listener listener) {
    try (PredictionBlocks blocks = open();
        Progress progress = progress(blocks, listener);
        ProbabilityFile output = ProbabilityFile.open(file, blocks.classes(), blocks.precision())) {
      BlockWorkers.work(
          Math.min(output.mostThreads(), blocks.threads(threads)),
          blocks::take,
          () -> {
            ProbabilityFile.Pen pen = output.pens().get();
            return block -> {
              Logits logits = blocks.check(block).logits().get();
              pen.write(block.firstRow(), model.calibrate(logits));
              progress.advance(block.rows());
            };
          });
      output.commit();
      return new Result(blocks.rowsRead(), blocks.warnings());
    }
  }

  /** Adds the rows before and after calibration to a table and completes it. */
  public Result toTable(ResultTable table, Listener listener) {
    try (PredictionBlocks blocks = open();
        Progress progress = progress(blocks, listener)) {
      for (Optional<Block> block = blocks.next(); block.isPresent(); block = blocks.next()) {
        table.add(block.get().probabilities().get(), model.calibrate(block.get().logits().get()));
        progress.advance(block.get().rows());
      }
      table.commit();
      return new Result(blocks.rowsRead(), blocks.warnings());
    }
  }

  private PredictionBlocks open() {
    PredictionBlocks blocks = PredictionBlocks.open(rows, scale, PredictionBlocks.CACHED);
    try {
      blocks.requireClasses(model.classes(), modelFile);
    } catch (RuntimeException wrong) {
      blocks.close();
      throw wrong;
    }
    return blocks;
  }

  private static Progress progress(PredictionBlocks blocks, Listener listener) {
    return Listener.interruptible(listener, "rows", blocks.rows().orElse(-1));
  }
}

package org.transcal.cli.stream;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.ArrayLocation;
import org.transcal.io.RowBlocks;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

/** Predictions from a file, block after block. */
final class PredictionBlocks implements AutoCloseable {
  private static final int ROWS_PER_BLOCK = 4096;

  private final ArrayLocation location;
  private final Scale scale;
  private final RowBlocks rows;
  private long rowsRead;
  private boolean looksLikeProbabilities = true;

  private PredictionBlocks(ArrayLocation location, Scale scale, RowBlocks rows) {
    this.location = location;
    this.scale = scale;
    this.rows = rows;
  }

  static PredictionBlocks open(ArrayLocation location, Scale scale) {
    RowBlocks rows = RowBlocks.open(location, ROWS_PER_BLOCK);
    if (rows.columns() < 2) {
      rows.close();
      throw new InputException(
          location + ": has " + rows.columns() + " column(s); at least 2 classes are needed");
    }
    return new PredictionBlocks(location, scale, rows);
  }

  /** Number of rows, where the format tells it before the end. */
  OptionalLong rows() {
    return rows.rows();
  }

  int classes() {
    return rows.columns();
  }

  long rowsRead() {
    return rowsRead;
  }

  /** Fails unless a model is for as many classes as there are columns. */
  void requireClasses(int classes, Path model) {
    if (classes != classes()) {
      throw new InputException(
          location
              + ": has "
              + classes()
              + " columns but "
              + model
              + " is a model of "
              + classes
              + " classes");
    }
  }

  /**
   * The next block; empty after the last.
   *
   * @throws InputException naming the row at fault, or where there are no rows at all
   */
  Optional<Block> next() {
    Optional<Block> block = scale == Scale.LOGITS ? nextLogits() : nextProbabilities();
    if (block.isEmpty() && rowsRead == 0) {
      throw new InputException(location + ": has no rows; at least one is needed");
    }
    rowsRead += block.map(Block::rows).orElse(0);
    return block;
  }

  private Optional<Block> nextLogits() {
    Optional<Logits> logits = rows.nextLogits();
    looksLikeProbabilities &= logits.map(Logits::looksLikeProbabilities).orElse(true);
    return logits.map(Block::ofLogits);
  }

  private Optional<Block> nextProbabilities() {
    Optional<Matrix> values = rows.next();
    try {
      return values.map(Block::ofProbabilities);
    } catch (IllegalArgumentException bad) {
      String counted = rowsRead == 0 ? "" : "counting rows from " + rowsRead + ": ";
      throw new InputException(location + ": " + counted + bad.getMessage(), bad);
    }
  }

  /** What the user should know about all rows read. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>(rows.warnings());
    if (scale == Scale.LOGITS && looksLikeProbabilities) {
      warnings.add(
          location
              + ": every row is non-negative and sums to 1, as probabilities do, but they were"
              + " taken as logits; say --probabilities if they are probabilities");
    }
    return warnings;
  }

  @Override
  public void close() {
    rows.close();
  }
}

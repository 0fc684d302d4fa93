package org.transcal.cli.stream;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.ArrayLocation;
import org.transcal.io.BlockMemory;
import org.transcal.io.BlockSize;
import org.transcal.io.PredictionScale;
import org.transcal.io.RowBlock;
import org.transcal.io.RowBlocks;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.Precision;
import org.transcal.prediction.Logits;

/**
 * Predictions from a file, block after block: one thread asks for the {@link #next()}, or several
 * {@link #take} and {@link #check} theirs.
 */
final class PredictionBlocks implements AutoCloseable {
  private static final int ROWS_PER_BLOCK = 4096;

  /** A block that one thread reads, calibrates and writes while it stays in its cache. */
  private static final int VALUES_NEARBY = 1 << 16;

  /** All blocks under way: some ten times as many bytes, each a few times, fit a small heap. */
  private static final int VALUES_UNDER_WAY = 1 << 22;

  private final ArrayLocation location;
  private final PredictionScale scale;
  private final RowBlocks rows;
  private long rowsRead;
  private volatile boolean looksLikeProbabilities = true;

  private PredictionBlocks(ArrayLocation location, PredictionScale scale, RowBlocks rows) {
    this.location = location;
    this.scale = scale;
    this.rows = rows;
  }

  /** Blocks large enough for several threads to share each. */
  static PredictionBlocks open(ArrayLocation location, PredictionScale scale) {
    return open(location, scale, BlockSize.ofRows(ROWS_PER_BLOCK));
  }

  /** Blocks small enough for one thread each. */
  static PredictionBlocks openSmall(ArrayLocation location, PredictionScale scale) {
    return open(location, scale, new BlockSize(ROWS_PER_BLOCK, VALUES_NEARBY));
  }

  private static PredictionBlocks open(
      ArrayLocation location, PredictionScale scale, BlockSize size) {
    RowBlocks rows = RowBlocks.open(location, size);
    if (rows.columns() < 2) {
      rows.close();
      throw new InputException(
          location + ": has " + rows.columns() + " column(s); at least 2 classes are needed");
    }
    return new PredictionBlocks(location, scale, rows);
  }

  /** Number of rows, if the format tells it before the end. */
  OptionalLong rows() {
    return rows.rows();
  }

  int classes() {
    return rows.columns();
  }

  /** How precisely the file holds the rows. */
  Precision precision() {
    return rows.precision();
  }

  /** How many of the given threads there is work and memory for, at least one. */
  int threads(int given) {
    long perBlock = rows.rowsPerBlock();
    long blocks = rows.rows().orElse(Long.MAX_VALUE) / perBlock + 1;
    long fitting = VALUES_UNDER_WAY / (perBlock * classes());
    return (int) Math.max(1, Math.min(given, Math.min(blocks, fitting)));
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
    return counted(rows.take()).map(this::check);
  }

  /**
   * The next rows, not looked at yet; empty after the last. For one thread at a time.
   *
   * @throws InputException where they cannot be read, or where there are no rows at all
   */
  Optional<RowBlock> take(BlockMemory memory) {
    return counted(rows.take(memory));
  }

  private Optional<RowBlock> counted(Optional<RowBlock> block) {
    if (block.isEmpty() && rowsRead == 0) {
      throw new InputException(location + ": has no rows; at least one is needed");
    }
    rowsRead += block.map(RowBlock::rows).orElse(0);
    return block;
  }

  /**
   * Rows as predictions; any thread may ask.
   *
   * @throws InputException naming the row at fault
   */
  Block check(RowBlock block) {
    if (scale == PredictionScale.PROBABILITIES) {
      try {
        return Block.ofProbabilities(block.matrix());
      } catch (IllegalArgumentException bad) {
        long first = block.firstRow();
        String counted = first == 0 ? "" : "counting rows from " + first + ": ";
        throw new InputException(location + ": " + counted + bad.getMessage(), bad);
      }
    }
    Logits logits = block.logits();
    // Once no row of one block does, no other needs to be looked at.
    if (looksLikeProbabilities && !logits.looksLikeProbabilities()) {
      looksLikeProbabilities = false;
    }
    return Block.ofLogits(logits);
  }

  /** What the user should know about all rows read. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>(rows.warnings());
    if (scale == PredictionScale.LOGITS && looksLikeProbabilities) {
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

package org.transcal.workflow;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.PredictionScale;
import org.transcal.io.array.BlockMemory;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.Precision;
import org.transcal.io.array.RowBlock;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.file.InputException;
import org.transcal.prediction.Logits;

/**
 * Predictions read from a file in blocks: one thread calls {@link #next()}, or several call {@link
 * #take} and {@link #check}.
 */
final class PredictionBlocks implements AutoCloseable {
  /** Blocks that several threads share. */
  static final BlockSize SHARED = BlockSize.ofRows(4096);

  /** Blocks that fit in the cache of one core. */
  static final BlockSize CACHED = new BlockSize(4096, 1 << 16);

  /** Values of all blocks in memory at a time: a small heap holds some copies of them. */
  private static final int VALUES_IN_MEMORY = 1 << 22;

  private final RowSource location;
  private final PredictionScale scale;
  private final RowBlocks rows;
  private long rowsRead;
  private volatile boolean looksLikeProbabilities = true;

  private PredictionBlocks(RowSource location, PredictionScale scale, RowBlocks rows) {
    this.location = location;
    this.scale = scale;
    this.rows = rows;
  }

  static PredictionBlocks open(RowSource location, PredictionScale scale, BlockSize size) {
    return new PredictionBlocks(location, scale, location.open().apply(size));
  }

  /** Number of rows, if the format declares it. */
  OptionalLong rows() {
    return rows.rows();
  }

  /** Number of classes: two if a single column holds the score of one of them. */
  int classes() {
    return Math.max(2, rows.columns());
  }

  Precision precision() {
    return rows.precision();
  }

  /** Number of threads there are blocks and memory for, from 1 to the given number. */
  int threads(int given) {
    long perBlock = rows.rowsPerBlock();
    long blocks = rows.rows().orElse(Long.MAX_VALUE) / perBlock + 1;
    long fitting = VALUES_IN_MEMORY / (perBlock * classes());
    return (int) Math.max(1, Math.min(given, Math.min(blocks, fitting)));
  }

  long rowsRead() {
    return rowsRead;
  }

  /** Fails unless a model has one class per column. */
  void requireClasses(int classes, Path model) {
    if (classes != classes()) {
      throw InputException.in(
          location,
          "has %d columns but %s is a model of %d classes",
          rows.columns(),
          model,
          classes);
    }
  }

  /** The next block; empty after the last. */
  Optional<Block> next() {
    return counted(rows.take()).map(this::check);
  }

  /** The next rows, unchecked; empty after the last. For one thread at a time. */
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

  /** Rows as checked predictions; any thread may call it. */
  Block check(RowBlock block) {
    if (scale == PredictionScale.PROBABILITIES) {
      return Block.ofProbabilities(scale.probabilities(block));
    }
    Logits logits = scale.logits(block);
    // One block that does not look like probabilities is enough.
    if (looksLikeProbabilities && !scale.isDoubtful(block.matrix(), logits)) {
      looksLikeProbabilities = false;
    }
    return Block.ofLogits(logits);
  }

  /** Warnings about the rows read. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>(rows.warnings());
    if (scale == PredictionScale.LOGITS && looksLikeProbabilities) {
      warnings.add(
          location
              + ": every row is non-negative and sums to 1, like probabilities, but was read as"
              + " logits; add --probabilities if these are probabilities");
    }
    return warnings;
  }

  @Override
  public void close() {
    rows.close();
  }
}

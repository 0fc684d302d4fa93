package org.transcal.io;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.npy.Precision;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

/**
 * The rows of a two-dimensional array, block after block. Any thread may {@link #take} blocks; each
 * row goes to one of them.
 *
 * <p>Cost: memory is one block a thread, however many rows there are; only a column-major array in
 * a deflated {@code .npz} is held whole.
 */
public abstract class RowBlocks implements AutoCloseable {
  private final BlockMemory own = new BlockMemory();

  RowBlocks() {}

  /**
   * Opens an array; the caller closes it.
   *
   * @param rowsPerBlock rows in a block, fewer where rows are very wide and in the last block
   * @throws org.transcal.io.file.InputException naming the file and what is wrong
   */
  public static RowBlocks open(ArrayLocation location, int rowsPerBlock) {
    return open(location, BlockSize.ofRows(rowsPerBlock));
  }

  /**
   * Opens an array; the caller closes it.
   *
   * @param size of blocks; the last may be smaller, those of column-major arrays larger
   * @throws org.transcal.io.file.InputException naming the file and what is wrong
   */
  public static RowBlocks open(ArrayLocation location, BlockSize size) {
    OpenArray array = OpenArray.at(location);
    try {
      return location.format() == ArrayLocation.Format.CSV
          ? new CsvRowBlocks(array, size)
          : NpyRowBlocks.open(array, location, size);
    } catch (RuntimeException e) {
      array.close();
      throw e;
    }
  }

  /** Number of rows, where the format tells it before the end (CSV does not). */
  public abstract OptionalLong rows();

  /** Number of columns. */
  public abstract int columns();

  /** The lesser precision that holds every value exactly. */
  public abstract Precision precision();

  /** Rows of every block but the last. */
  public abstract int rowsPerBlock();

  /** What the user should know, one line each. */
  public List<String> warnings() {
    return List.of();
  }

  /**
   * Takes the next rows; empty after the last. Blocks are handed out in the order of their rows,
   * also where several threads take them.
   *
   * @param memory what this thread reads into; the block taken before is gone
   */
  public final synchronized Optional<RowBlock> take(BlockMemory memory) {
    return next(memory);
  }

  /** Takes the next rows in memory of their own; empty after the last. For one thread only. */
  public final Optional<RowBlock> take() {
    own.letGo();
    return take(own);
  }

  /** The values of the next block; empty after the last. For one thread only. */
  public final Optional<Matrix> next() {
    return take().map(RowBlock::matrix);
  }

  /** {@link #next()} as logits; what is wrong is refused naming its row in the file. */
  public final Optional<Logits> nextLogits() {
    return take().map(RowBlock::logits);
  }

  abstract Optional<RowBlock> next(BlockMemory memory);

  @Override
  public abstract void close();
}

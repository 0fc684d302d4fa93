package org.transcal.io;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.npy.Precision;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

/**
 * The rows of a two-dimensional array, block after block. Any thread may {@link #take} blocks; each
 * row goes to exactly one of them.
 *
 * <p>Cost: memory is one block per thread, however many rows there are; only a column-major array
 * in a deflated {@code .npz} is held in memory as a whole.
 */
public abstract class RowBlocks implements AutoCloseable {
  private final BlockMemory own = new BlockMemory();

  /** For implementations of other formats. */
  protected RowBlocks() {}

  /**
   * Opens an array; the caller closes it.
   *
   * @param rowsPerBlock rows per block; fewer if rows are very wide, and in the last block
   */
  public static RowBlocks open(ArrayLocation location, int rowsPerBlock) {
    return open(location, BlockSize.ofRows(rowsPerBlock));
  }

  /**
   * Opens an array; the caller closes it.
   *
   * @param size size of blocks; the last may be smaller, those of column-major arrays larger
   */
  public static RowBlocks open(ArrayLocation location, BlockSize size) {
    return open(location, 2, size);
  }

  /** Rows in memory, as a single block; {@code where} names them in messages. */
  public static RowBlocks of(String where, Matrix rows) {
    return new MemoryRowBlocks(where, rows);
  }

  /** Opens a one-dimensional array as a column; one in CSV may also be one row. */
  static RowBlocks ofVector(ArrayLocation location, int rowsPerBlock) {
    return open(location, 1, BlockSize.ofRows(rowsPerBlock));
  }

  private static RowBlocks open(ArrayLocation location, int rank, BlockSize size) {
    OpenFiles files = new OpenFiles();
    try {
      return location.format() == ArrayLocation.Format.CSV
          ? new CsvRowBlocks(files, files.open(location.file()), size)
          : new NpyRowBlocks(files, location, rank, size);
    } catch (RuntimeException e) {
      files.close();
      throw e;
    }
  }

  /** Number of rows, if the format gives it in advance (CSV does not). */
  public abstract OptionalLong rows();

  /** Number of columns. */
  public abstract int columns();

  /** The lowest precision that holds every value exactly. */
  public abstract Precision precision();

  /** Number of rows in every block but the last. */
  public abstract int rowsPerBlock();

  /** Warnings for the user, one line each. */
  public List<String> warnings() {
    return List.of();
  }

  /**
   * Takes the next rows; empty after the last. Blocks are handed out in the order of their rows,
   * whichever threads take them.
   *
   * @param memory this thread's memory to read into; its previous block becomes invalid
   */
  public final synchronized Optional<RowBlock> take(BlockMemory memory) {
    return next(memory);
  }

  /** Takes the next rows in newly allocated memory; empty after the last. For one thread only. */
  public final Optional<RowBlock> take() {
    own.release();
    return take(own);
  }

  /** The values of the next block; empty after the last. For one thread only. */
  public final Optional<Matrix> next() {
    return take().map(RowBlock::matrix);
  }

  /** {@link #next()} as logits; the error for a bad row gives its number in the file. */
  public final Optional<Logits> nextLogits() {
    return take().map(RowBlock::logits);
  }

  /** The next rows; empty after the last. */
  protected abstract Optional<RowBlock> next(BlockMemory memory);

  @Override
  public abstract void close();
}

package org.transcal.io;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

/**
 * The rows of a two-dimensional array, block after block.
 *
 * <p>Cost: memory is one block, however many rows there are; only a column-major array in a
 * deflated {@code .npz} is held whole.
 */
public abstract class RowBlocks implements AutoCloseable {
  /** However wide rows are, a block has not more values than this (or it is one row). */
  private static final int MOST_VALUES = 1 << 18;

  private long handedOut;

  RowBlocks() {}

  /**
   * Opens an array; the caller closes it.
   *
   * @param rowsPerBlock rows in a block, fewer where rows are very wide and in the last block
   * @throws org.transcal.io.file.InputException naming the file and what is wrong
   */
  public static RowBlocks open(ArrayLocation location, int rowsPerBlock) {
    if (rowsPerBlock < 1) {
      throw new IllegalArgumentException(
          "Rows per block is " + rowsPerBlock + "; it must be at least 1");
    }
    OpenArray array = OpenArray.at(location);
    try {
      return location.format() == ArrayLocation.Format.CSV
          ? new CsvRowBlocks(array, rowsPerBlock)
          : NpyRowBlocks.open(array, location, rowsPerBlock);
    } catch (RuntimeException e) {
      array.close();
      throw e;
    }
  }

  static int blockRows(int wanted, long columns) {
    return (int) Math.max(1, Math.min(wanted, MOST_VALUES / Math.max(1, columns)));
  }

  /** Number of rows, where the format tells it before the end (CSV does not). */
  public abstract OptionalLong rows();

  /** Number of columns. */
  public abstract int columns();

  /** What the user should know, one line each. */
  public List<String> warnings() {
    return List.of();
  }

  /** The next block; empty after the last. */
  public final Optional<Matrix> next() {
    Optional<Matrix> block = read();
    handedOut += block.map(Matrix::rows).orElse(0);
    return block;
  }

  /** The next block as logits; what is wrong is refused naming its row in the file. */
  public final Optional<Logits> nextLogits() {
    long firstRow = handedOut;
    Optional<Matrix> block = next();
    try {
      return block.map(matrix -> Meaning.naming(where(), () -> Logits.of(matrix)));
    } catch (InputException bad) {
      // Rows are good as a rule, so the one at fault in the file is only looked for here.
      block.ifPresent(matrix -> Meaning.requireFinite(where(), "logit", matrix, firstRow));
      throw bad;
    }
  }

  /** Names the array in messages. */
  abstract String where();

  abstract Optional<Matrix> read();

  @Override
  public abstract void close();
}

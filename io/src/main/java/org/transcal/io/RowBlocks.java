package org.transcal.io;

import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

/**
 * The rows of a two-dimensional array, block after block.
 *
 * <p>Cost: memory is one block, however many rows there are.
 */
public abstract class RowBlocks implements AutoCloseable {
  RowBlocks() {}

  /**
   * Opens an array; the caller closes it.
   *
   * @throws org.transcal.io.file.InputException naming the file and what is wrong
   */
  public static RowBlocks open(ArrayLocation location, int rowsPerBlock) {
    throw new UnsupportedOperationException("not written yet: " + location + rowsPerBlock);
  }

  /** Number of rows, where the format tells it before the end (CSV does not). */
  public abstract OptionalLong rows();

  /** Number of columns. */
  public abstract int columns();

  /** The next block, which has fewer rows only at the end; empty after the last. */
  public abstract Optional<Matrix> next();

  /** The next block as logits; a value that is not finite is refused naming its row in the file. */
  public final Optional<Logits> nextLogits() {
    return next().map(Logits::of);
  }

  @Override
  public abstract void close();
}

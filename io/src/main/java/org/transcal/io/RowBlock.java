package org.transcal.io;

import java.util.function.Supplier;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

/**
 * Consecutive rows of an array that one thread has taken to work on.
 *
 * <p>If the file allows random access, the rows are read on demand by the calling thread.
 */
public final class RowBlock {
  private final String where;
  private final long firstRow;
  private final int rows;
  private final Supplier<Matrix> values;

  RowBlock(String where, long firstRow, int rows, Supplier<Matrix> values) {
    this.where = where;
    this.firstRow = firstRow;
    this.rows = rows;
    this.values = values;
  }

  /** Index in the file of the first row of this block. */
  public long firstRow() {
    return firstRow;
  }

  /** Number of rows, at least one. */
  public int rows() {
    return rows;
  }

  /** The values, which each call may read again. */
  public Matrix matrix() {
    return values.get();
  }

  /** The values as logits; bad rows are refused by their number in the file. */
  public Logits logits() {
    Matrix matrix = matrix();
    try {
      return TypedArrays.naming(where, () -> Logits.of(matrix));
    } catch (InputException bad) {
      // Bad rows are rare, so only now is their number in the file worth finding.
      TypedArrays.requireFinite(where, "logit", matrix, firstRow);
      for (int row = 0; row < matrix.rows(); row++) {
        requireRow(matrix.rowRange(row, row + 1), firstRow + row);
      }
      throw bad;
    }
  }

  private void requireRow(Matrix one, long row) {
    try {
      Logits.of(one);
    } catch (IllegalArgumentException bad) {
      String message = bad.getMessage().replaceFirst("\\brow 0\\b", "row " + row);
      throw new InputException(where + ": " + message, bad);
    }
  }
}

package org.transcal.io;

import java.util.function.Supplier;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

/**
 * Consecutive rows of an array that one thread has taken to work on.
 *
 * <p>Where rows can be reached without those before them, they are read when asked for, by the
 * thread that asks.
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

  /** The row of the array that comes first in this block. */
  public long firstRow() {
    return firstRow;
  }

  /** Number of rows, at least one. */
  public int rows() {
    return rows;
  }

  /**
   * The values, which may be read anew at each call.
   *
   * @throws InputException where they cannot be read
   */
  public Matrix matrix() {
    return values.get();
  }

  /** The values as logits; what is wrong is refused naming its row in the file. */
  public Logits logits() {
    Matrix matrix = matrix();
    try {
      return Meaning.naming(where, () -> Logits.of(matrix));
    } catch (InputException bad) {
      // Rows are good as a rule, so the one at fault in the file is only looked for here.
      Meaning.requireFinite(where, "logit", matrix, firstRow);
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

package org.transcal.io;

import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

/**
 * Consecutive rows of an array, taken by one thread.
 *
 * @param where the array's name in messages
 * @param firstRow index of the block's first row in the file
 * @param matrix the values
 */
public record RowBlock(String where, long firstRow, Matrix matrix) {
  /** Number of rows, at least one. */
  public int rows() {
    return matrix.rows();
  }

  /** The values as logits; the error for a bad row gives its number in the file. */
  public Logits logits() {
    try {
      return InputException.naming(where, () -> PredictionScale.LOGITS.logits(matrix));
    } catch (InputException bad) {
      // Bad rows are rare, so their number in the file is computed only now.
      TypedArrays.requireFinite(where, "logit", matrix, firstRow);
      for (int row = 0; row < matrix.rows(); row++) {
        requireRow(matrix.rowRange(row, row + 1), firstRow + row);
      }
      throw bad;
    }
  }

  private void requireRow(Matrix one, long row) {
    try {
      PredictionScale.LOGITS.logits(one);
    } catch (IllegalArgumentException bad) {
      String message = bad.getMessage().replaceFirst("\\brow 0\\b", "row " + row);
      throw new InputException(where + ": " + message, bad);
    }
  }
}

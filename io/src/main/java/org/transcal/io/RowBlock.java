package org.transcal.io;

import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

/**
 * Consecutive rows of an array that one thread has taken to work on.
 *
 * @param where names the array in messages
 * @param firstRow index in the file of the first row of this block
 * @param matrix the values
 */
public record RowBlock(String where, long firstRow, Matrix matrix) {
  /** Number of rows, at least one. */
  public int rows() {
    return matrix.rows();
  }

  /** The values as logits; bad rows are refused by their number in the file. */
  public Logits logits() {
    try {
      return InputException.naming(where, () -> PredictionScale.LOGITS.logits(matrix));
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
      PredictionScale.LOGITS.logits(one);
    } catch (IllegalArgumentException bad) {
      String message = bad.getMessage().replaceFirst("\\brow 0\\b", "row " + row);
      throw new InputException(where + ": " + message, bad);
    }
  }
}

package org.transcal.io.array;

import java.util.function.Function;
import java.util.regex.Pattern;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/**
 * Consecutive rows of an array, taken by one thread.
 *
 * @param where names the array in messages
 * @param firstRow index of the block's first row in the file
 * @param matrix the values
 */
public record RowBlock(String where, long firstRow, Matrix matrix) {
  private static final Pattern ROW = Pattern.compile("\\brow (\\d+)");

  /** Number of rows, at least one. */
  public int rows() {
    return matrix.rows();
  }

  /**
   * Reads the values.
   *
   * @param reading may throw an {@link IllegalArgumentException} that names a row of the matrix
   * @throws InputException that names the array, and the row by its number in the file
   */
  public <T> T read(Function<Matrix, T> reading) {
    try {
      return reading.apply(matrix);
    } catch (IllegalArgumentException bad) {
      String message =
          ROW.matcher(String.valueOf(bad.getMessage()))
              .replaceFirst(row -> "row " + (firstRow + Long.parseLong(row.group(1))));
      throw new InputException(where + ": " + message, bad);
    }
  }
}

package org.transcal.io.array;

import org.transcal.matrix.Matrix;

/**
 * Consecutive rows of an array, taken by one thread.
 *
 * @param where names the array in messages
 * @param firstRow index of the block's first row in the file
 * @param matrix the values
 */
public record RowBlock(String where, long firstRow, Matrix matrix) {
  /** Number of rows, at least one. */
  public int rows() {
    return matrix.rows();
  }
}

package org.transcal.io.array;

import java.util.List;
import org.transcal.io.file.Digest;
import org.transcal.matrix.Matrix;

/**
 * An array that is in memory already; its digest is that of the same numbers in a .npy file.
 *
 * @param where names the array in messages
 * @param matrix its numbers; one column if it is a vector
 * @param warnings warnings about the numbers, one line each
 */
public record MemoryArray(String where, Matrix matrix, List<String> warnings)
    implements StoredArray {
  /** Copies the list; shares the matrix. */
  public MemoryArray {
    warnings = List.copyOf(warnings);
  }

  @Override
  public double[] vector() {
    double[] values = new double[matrix.rows()];
    for (int row = 0; row < values.length; row++) {
      values[row] = matrix.get(row, 0);
    }
    return values;
  }

  @Override
  public boolean isText() {
    return false;
  }

  @Override
  public List<String> texts() {
    throw new IllegalStateException(where + " holds numbers");
  }

  @Override
  public List<String> column() {
    return texts();
  }

  @Override
  public RowBlocks rows(BlockSize size) {
    return RowBlocks.of(where, matrix);
  }

  @Override
  public RowBlocks vector(BlockSize size) {
    return rows(size);
  }

  @Override
  public String digest() {
    return Digest.of(matrix);
  }
}

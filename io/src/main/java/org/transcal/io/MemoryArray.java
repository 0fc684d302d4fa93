package org.transcal.io;

import java.util.List;
import org.transcal.io.file.Digest;
import org.transcal.matrix.Matrix;

/** An array that is in memory already; its digest is that of the same numbers in a .npy file. */
record MemoryArray(String where, Matrix matrix) implements StoredArray {
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
  public String digest() {
    return Digest.of(matrix);
  }

  @Override
  public List<String> warnings() {
    return List.of();
  }
}

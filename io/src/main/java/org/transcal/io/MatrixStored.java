package org.transcal.io;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/** An array that came as text; its digest is over its values as little-endian doubles. */
record MatrixStored(String where, Matrix matrix, List<String> warnings) implements StoredArray {
  /** What two columns in place of one often come from. */
  static final String INDEX_HINT = " (pandas leaves row numbers out with index=False)";

  /** Numbers in one column, as numpy writes vectors, or on one line, as csv writers do. */
  @Override
  public double[] vector() {
    if (matrix.columns() != 1 && matrix.rows() != 1) {
      throw new InputException(
          where
              + ": has "
              + matrix.rows()
              + " lines of "
              + matrix.columns()
              + " numbers; one number a line, or all on one line, are needed"
              + (matrix.columns() == 2 ? INDEX_HINT : ""));
    }
    double[] values = new double[matrix.rows() * matrix.columns()];
    for (int i = 0; i < values.length; i++) {
      values[i] = matrix.columns() == 1 ? matrix.get(i, 0) : matrix.get(0, i);
    }
    return values;
  }

  @Override
  public String digest() {
    Digest sha256 = new Digest();
    double[] row = new double[matrix.columns()];
    ByteBuffer bytes =
        ByteBuffer.allocate(row.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, row);
      bytes.asDoubleBuffer().put(row);
      sha256.update(bytes.array(), 0, bytes.capacity());
    }
    return sha256.hex();
  }
}

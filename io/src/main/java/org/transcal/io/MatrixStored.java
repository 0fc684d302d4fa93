package org.transcal.io;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/** An array that came as text; its digest is over its values as little-endian doubles. */
record MatrixStored(String where, Matrix matrix, List<String> warnings) implements StoredArray {
  @Override
  public double[] vector() {
    if (matrix.columns() != 1) {
      throw new InputException(
          where + ": has " + matrix.columns() + " columns; one number a line is needed");
    }
    double[] values = new double[matrix.rows()];
    for (int i = 0; i < values.length; i++) {
      values[i] = matrix.get(i, 0);
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

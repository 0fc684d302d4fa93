package org.transcal.io;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
    Digest digest = new Digest();
    double[] row = new double[matrix.columns()];
    boolean isSingle = matrix instanceof Matrix.OfFloats;
    int width = isSingle ? Float.BYTES : Double.BYTES;
    ByteBuffer bytes = ByteBuffer.allocate(row.length * width).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, row);
      bytes.clear();
      for (double value : row) {
        if (isSingle) {
          bytes.putFloat((float) value);
        } else {
          bytes.putDouble(value);
        }
      }
      digest.update(bytes.array(), 0, bytes.position());
    }
    return digest.hex();
  }

  @Override
  public List<String> warnings() {
    return List.of();
  }
}

package org.transcal.spark.rows;

import java.io.Serializable;
import org.transcal.matrix.Matrix;

/** A matrix that travels and is cached: floats where they hold every digit, else doubles. */
final class BlockMatrix implements Serializable {
  private static final long serialVersionUID = 1L;

  private final float[] floats;
  private final double[] doubles;
  private final int rows;
  private final int columns;

  private BlockMatrix(float[] floats, double[] doubles, int rows, int columns) {
    this.floats = floats;
    this.doubles = doubles;
    this.rows = rows;
    this.columns = columns;
  }

  /** Copies the first {@code rows · columns} values. */
  static BlockMatrix copyOf(double[] values, int rows, int columns) {
    float[] floats = new float[rows * columns];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
      if (floats[i] != values[i]) {
        return new BlockMatrix(
            new float[0], java.util.Arrays.copyOf(values, floats.length), rows, columns);
      }
    }
    return new BlockMatrix(floats, new double[0], rows, columns);
  }

  /** The same numbers as kernels read them; nothing is copied. */
  Matrix matrix() {
    return doubles.length > 0
        ? Matrix.wrap(doubles, rows, columns)
        : Matrix.wrap(floats, rows, columns);
  }
}

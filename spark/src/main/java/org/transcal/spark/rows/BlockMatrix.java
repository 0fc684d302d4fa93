package org.transcal.spark.rows;

import java.io.Serializable;
import java.util.List;
import org.transcal.matrix.Matrix;

/** A serializable matrix: floats if they hold every digit, else doubles. */
final class BlockMatrix implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int rows;
  private final int columns;
  private final double[] doubles;
  private final float[] floats;

  BlockMatrix(List<double[]> copied) {
    rows = copied.size();
    columns = copied.get(0).length;
    double[] values = new double[rows * columns];
    float[] single = new float[values.length];
    boolean exact = true;
    int at = 0;
    for (double[] row : copied) {
      for (double value : row) {
        values[at] = value;
        single[at] = (float) value;
        exact &= single[at++] == value;
      }
    }
    doubles = exact ? new double[0] : values;
    floats = exact ? single : new float[0];
  }

  /** The same numbers for kernels; nothing is copied. */
  Matrix matrix() {
    return doubles.length > 0
        ? Matrix.wrap(doubles, rows, columns)
        : Matrix.wrap(floats, rows, columns);
  }
}

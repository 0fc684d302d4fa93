package org.transcal.kernel;

import java.util.stream.IntStream;
import org.transcal.matrix.Matrix;

/**
 * Columns of single precision, one after the other and padded so that vectors are full, and the
 * sums over rows of products of two of them.
 */
public final class ColumnProducts {
  /** Rows are padded to a multiple of this: two of the widest vectors. */
  private static final int UNIT = 32;

  private static final int ALIAS = 1024;

  /** Columns that one kernel call multiplies with {@link #RIGHT} others. */
  private static final int LEFT = 4;

  private static final int RIGHT = 2;

  /** About the rows of which all columns stay near while their products are added. */
  private static final int BLOCK = 1100;

  private final int columns;
  private final int stride;
  private final float[] values;

  /** Room for rows that all start as 0. */
  public ColumnProducts(int rows, int columns) {
    this.columns = columns;
    int padded = (rows + UNIT - 1) / UNIT * UNIT;
    // Columns a power of two apart would push one another out of the processor's cache.
    this.stride = padded % ALIAS == 0 ? padded + UNIT : padded;
    int whole = (columns + LEFT - 1) / LEFT * LEFT;
    this.values = new float[Math.multiplyExact(whole, stride)];
  }

  /**
   * Fills some rows with scaled differences of listed rows of a matrix from a center, in units of
   * columns; the rest of their columns with the scale alone.
   *
   * @param at the first of the rows to fill
   * @param units what each column is multiplied by
   */
  public void put(
      int at, Matrix matrix, int[] rows, double[] scales, double[] center, double[] units) {
    int given = matrix.columns();
    for (int j = 0; j < columns; j++) {
      int place = j * stride + at;
      if (j == given) {
        for (int i = 0; i < rows.length; i++) {
          values[place + i] = (float) (scales[i] * units[j]);
        }
      } else if (matrix instanceof Matrix.OfFloats floats) {
        put(floats.storage(), given, rows, scales, j, (float) center[j], units[j], place);
      } else {
        for (int i = 0; i < rows.length; i++) {
          double value = matrix.get(rows[i], j) - center[j];
          values[place + i] = (float) (scales[i] * units[j] * value);
        }
      }
    }
  }

  private void put(
      float[] x,
      int given,
      int[] rows,
      double[] scales,
      int column,
      float center,
      double unit,
      int place) {
    for (int i = 0; i < rows.length; i++) {
      values[place + i] = (float) (scales[i] * unit) * (x[rows[i] * given + column] - center);
    }
  }

  /** Σ x_j · x_k over rows, lower triangle, to about five digits; threads change no bit. */
  public double[][] sums() {
    double[][] lower = new double[columns][];
    for (int j = 0; j < columns; j++) {
      lower[j] = new double[j + 1];
    }
    IntStream.range(0, (columns + LEFT - 1) / LEFT)
        .parallel()
        .forEach(tile -> add(tile * LEFT, lower));
    return lower;
  }

  private void add(int left, double[][] lower) {
    float[] sums = new float[(left + LEFT) * LEFT];
    int blocks = (stride + BLOCK - 1) / BLOCK;
    int length = (stride / UNIT + blocks - 1) / blocks * UNIT;
    for (int from = 0; from < stride; from += length) {
      int to = Math.min(stride, from + length);
      for (int right = 0; right < left + LEFT; right += RIGHT) {
        Kernels.addProducts(values, stride, from, to, left, right, sums, right * LEFT);
      }
    }
    for (int j = left; j < Math.min(columns, left + LEFT); j++) {
      for (int k = 0; k <= j; k++) {
        lower[j][k] = sums[(k / RIGHT) * RIGHT * LEFT + (j - left) * RIGHT + k % RIGHT];
      }
    }
  }
}

package org.transcal.kernel;

import java.util.Arrays;
import org.transcal.parallel.Parallel;

/** Inner products of columns, in single precision: accurate enough for a preconditioner. */
public final class GramMatrix {
  private static final int COLUMNS_PER_TASK = 16;

  private GramMatrix() {}

  /**
   * The lower triangle of Σ x·xᵀ over rows.
   *
   * @param rows all of the same length
   */
  public static double[][] of(float[][] rows) {
    int size = rows[0].length;
    // Padded with zeros to a multiple of four rows.
    float[][] padded = Arrays.copyOf(rows, (rows.length + 3) / 4 * 4);
    Arrays.fill(padded, rows.length, padded.length, new float[size]);
    double[][] lower = new double[size][];
    Parallel.forEach(
        (size + COLUMNS_PER_TASK - 1) / COLUMNS_PER_TASK,
        task -> {
          int from = task * COLUMNS_PER_TASK;
          float[][] sums = new float[Math.min(COLUMNS_PER_TASK, size - from)][size];
          for (int i = 0; i < padded.length; i += 4) {
            for (int j = 0; j < sums.length; j++) {
              addFour(padded[i], padded[i + 1], padded[i + 2], padded[i + 3], from + j, sums[j]);
            }
          }
          for (int j = 0; j < sums.length; j++) {
            lower[from + j] = new double[from + j + 1];
            for (int k = 0; k <= from + j; k++) {
              lower[from + j][k] = sums[j][k];
            }
          }
        });
    return lower;
  }

  /** Products of one column with all columns up to it, over four rows; C2 vectorises it. */
  private static void addFour(float[] a, float[] b, float[] c, float[] d, int column, float[] sum) {
    float scaleA = a[column];
    float scaleB = b[column];
    float scaleC = c[column];
    float scaleD = d[column];
    for (int k = 0; k <= column; k++) {
      sum[k] += (scaleA * a[k] + scaleB * b[k]) + (scaleC * c[k] + scaleD * d[k]);
    }
  }
}

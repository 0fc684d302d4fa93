package org.transcal.kernel;

/**
 * Squares of deviations, summed in single precision over few rows and in double over many.
 *
 * <p>Plain loops over floats alone, which the JVM turns into vectors by itself.
 */
final class SingleSquares {
  private static final int ROWS = 32;

  private SingleSquares() {}

  static void add(
      float[] x,
      int columns,
      int[] rows,
      int from,
      int to,
      double[] scales,
      double[] center,
      double[] sums) {
    float[] middle = ScalarKernel.single(center, 0, columns);
    // A copy of the row starts at 0 as the others do: only loops with one index become vectors.
    float[] near = new float[columns];
    float[] part = new float[columns];
    for (int begin = from; begin < to; begin += ROWS) {
      int end = Math.min(to, begin + ROWS);
      java.util.Arrays.fill(part, 0);
      for (int i = begin; i < end; i++) {
        System.arraycopy(x, rows[i] * columns, near, 0, columns);
        addRow(near, (float) scales[i - from], middle, part);
      }
      for (int j = 0; j < columns; j++) {
        sums[j] += part[j];
      }
    }
  }

  private static void addRow(float[] x, float scale, float[] middle, float[] part) {
    for (int j = 0; j < middle.length; j++) {
      float deviation = x[j] - middle[j];
      part[j] += scale * deviation * deviation;
    }
  }
}

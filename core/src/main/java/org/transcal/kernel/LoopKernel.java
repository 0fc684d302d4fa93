package org.transcal.kernel;

/**
 * Plain loops that C2 vectorises, on every JVM.
 *
 * <p>C2 vectorises loops over whole arrays with a single index and without a running sum. Hence
 * rows are copied to the start of an array, and sums have several accumulators. There is no fused
 * multiply-add, so every processor gives the same bits.
 *
 * <p>2^−x = 2^−n · 2^−r with n the integer nearest to x, where 2^−r is a polynomial and 2^−n is
 * read from a table. A chunk holds one or several rows.
 */
public final class LoopKernel implements Kernel {
  /** Elements processed together: all arrays of a chunk fit in the L1 cache. */
  private static final int CHUNK = 1024;

  /** 1.5·2²³: adding it rounds to an integer, which is then in the lowest bits. */
  private static final float SHIFT = 0x1.8p23f;

  /** 2^−126, the smallest normal float, is negligible beside 1. */
  private static final int LARGEST_POWER = 126;

  /** 2^−n; the product that is bounded by the largest power may be rounded up. */
  private static final float[] POWERS = new float[128];

  static {
    for (int n = 0; n < POWERS.length; n++) {
      POWERS[n] = Math.scalb(1f, -n);
    }
  }

  // (−ln 2)^k / k!: the series of 2^−r, whose remainder is below 2e-9.
  private static final float C1 = -0.6931471805599453f;
  private static final float C2 = 0.2402265069591007f;
  private static final float C3 = -0.05550410866482158f;
  private static final float C4 = 0.009618129107628477f;
  private static final float C5 = -0.0013333558146428443f;
  private static final float C6 = 0.00015403530393381608f;

  /** A thread's gaps, integers and powers, allocated once: a call may be for a few rows only. */
  private static final ThreadLocal<float[][]> OF_THREAD =
      ThreadLocal.withInitial(() -> new float[3][CHUNK]);

  /** Allocates nothing; each thread's arrays are created on first use. */
  public LoopKernel() {}

  @Override
  public String name() {
    return "loops";
  }

  @Override
  public void softmax(
      float[] z, int columns, int from, int to, float scale, float[] target, int at) {
    if (OF_THREAD.get()[0].length < columns) {
      OF_THREAD.set(new float[3][columns]);
    }
    float[] gaps = OF_THREAD.get()[0];
    float[] integers = OF_THREAD.get()[1];
    float[] powers = OF_THREAD.get()[2];
    int rowsAtOnce = gaps.length / columns;
    for (int i = from; i < to; i += rowsAtOnce) {
      int rows = Math.min(rowsAtOnce, to - i);
      System.arraycopy(z, i * columns, gaps, 0, rows * columns);
      for (int r = 0; r < rows; r++) {
        float top = max(gaps, r * columns, columns);
        subtract(top, gaps, r * columns, columns, LARGEST_POWER / scale);
      }
      polynomial(gaps, rows * columns, scale, integers, powers);
      multiplyByPowers(powers, integers, rows * columns);
      for (int r = 0; r < rows; r++) {
        float share = (float) (1 / sum(powers, r * columns, columns));
        multiply(powers, r * columns, columns, share);
      }
      System.arraycopy(powers, 0, target, at + (i - from) * columns, rows * columns);
    }
  }

  /** Gaps to the largest value, bounded so that their powers do not underflow. */
  private static void subtract(float top, float[] x, int start, int count, float limit) {
    for (int j = start; j < start + count; j++) {
      x[j] = Math.min(top - x[j], limit);
    }
  }

  /** 2^−r for the fraction r of each exponent, and its integer n plus {@link #SHIFT}. */
  private static void polynomial(
      float[] gaps, int count, float scale, float[] integers, float[] powers) {
    for (int j = 0; j < count; j++) {
      float x = gaps[j] * scale;
      float shifted = x + SHIFT;
      float r = x - (shifted - SHIFT);
      powers[j] = 1 + r * (C1 + r * (C2 + r * (C3 + r * (C4 + r * (C5 + r * C6)))));
      integers[j] = shifted;
    }
  }

  private static void multiplyByPowers(float[] x, float[] n, int count) {
    for (int j = 0; j < count; j++) {
      x[j] *= POWERS[Float.floatToRawIntBits(n[j]) & (POWERS.length - 1)];
    }
  }

  private static void multiply(float[] x, int start, int count, float factor) {
    for (int j = start; j < start + count; j++) {
      x[j] *= factor;
    }
  }

  /** Of values without NaN; four maxima that do not wait for each other. */
  static float max(float[] x, int start, int count) {
    float a = x[start];
    float b = a;
    float c = a;
    float d = a;
    int end = start + count;
    int j = start;
    for (; j + 4 <= end; j += 4) {
      a = x[j] > a ? x[j] : a;
      b = x[j + 1] > b ? x[j + 1] : b;
      c = x[j + 2] > c ? x[j + 2] : c;
      d = x[j + 3] > d ? x[j + 3] : d;
    }
    for (; j < end; j++) {
      a = x[j] > a ? x[j] : a;
    }
    return Math.max(Math.max(a, b), Math.max(c, d));
  }

  private static double sum(float[] x, int start, int count) {
    double sum = 0;
    int end = start + count;
    int j = start;
    for (; j + 4 <= end; j += 4) {
      sum += (x[j] + x[j + 1]) + (x[j + 2] + x[j + 3]);
    }
    for (; j < end; j++) {
      sum += x[j];
    }
    return sum;
  }
}

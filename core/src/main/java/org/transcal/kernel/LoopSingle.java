package org.transcal.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;

/**
 * Exponentials in single precision by plain loops, see {@link LoopKernel}: accurate to about 2e-7.
 *
 * <p>2^−x = 2^−n · 2^−r with n the integer nearest to x, where 2^−r is a polynomial and 2^−n is
 * built from its exponent bits. A chunk holds one or several rows. Floats are converted to bits and
 * back through a buffer, since C2 does not vectorise {@code floatToRawIntBits}.
 */
final class LoopSingle {
  /** Elements processed together: all arrays of a chunk fit in the L1 cache. */
  private static final int CHUNK = 1024;

  /** 1.5·2²³: adding it rounds to an integer, which is then in the lowest mantissa bits. */
  private static final float SHIFT = 0x1.8p23f;

  private static final int MANTISSA_BITS = 23;

  /** 2^−126, the smallest normal float, is negligible beside 1. */
  private static final float LARGEST_POWER = 126;

  // (−ln 2)^k / k!: the series of 2^−r, whose remainder is below 2e-9.
  private static final float C1 = -0.6931471805599453f;
  private static final float C2 = 0.2402265069591007f;
  private static final float C3 = -0.05550410866482158f;
  private static final float C4 = 0.009618129107628477f;
  private static final float C5 = -0.0013333558146428443f;
  private static final float C6 = 0.00015403530393381608f;

  /** The bits of {@link #SHIFT} plus the exponent of 1. */
  private static final int EXPONENT_OF_ONE = Float.floatToRawIntBits(SHIFT) + Float.MAX_EXPONENT;

  private static final ThreadLocal<LoopSingle> OF_THREAD =
      ThreadLocal.withInitial(() -> new LoopSingle(CHUNK));

  private final float[] gaps;
  private final float[] shifted;
  private final float[] powers;
  private final float[] tops;
  private final int[] exponents;
  private final FloatBuffer floats;
  private final IntBuffer integers;

  private LoopSingle(int size) {
    gaps = new float[size];
    shifted = new float[size];
    powers = new float[size];
    tops = new float[size];
    exponents = new int[size];
    ByteBuffer bytes = ByteBuffer.allocate(size * Float.BYTES).order(ByteOrder.nativeOrder());
    floats = bytes.asFloatBuffer();
    integers = bytes.asIntBuffer();
  }

  /** The calling thread's arrays, allocated once: a call may be for a few rows only. */
  static LoopSingle ofThread(int columns) {
    if (OF_THREAD.get().gaps.length < columns) {
      OF_THREAD.set(new LoopSingle(columns));
    }
    return OF_THREAD.get();
  }

  /** See {@link Kernel#singleMoments}. */
  void moments(float[] z, int columns, int from, int to, float scale, RowMoments moments) {
    int rowsAtOnce = gaps.length / columns;
    for (int i = from; i < to; i += rowsAtOnce) {
      int rows = Math.min(rowsAtOnce, to - i);
      raise(z, i, rows, columns, scale);
      for (int r = 0; r < rows; r++) {
        double sum = sum(powers, r * columns, columns);
        double first = -dot(powers, gaps, r * columns, columns);
        moments.set(i - from + r, tops[r], sum, first, 0);
      }
    }
  }

  /** See {@link Kernel#softmax}. */
  void softmax(float[] z, int columns, int from, int to, float scale, float[] target, int at) {
    int rowsAtOnce = gaps.length / columns;
    for (int i = from; i < to; i += rowsAtOnce) {
      int rows = Math.min(rowsAtOnce, to - i);
      raise(z, i, rows, columns, scale);
      for (int r = 0; r < rows; r++) {
        float share = (float) (1 / sum(powers, r * columns, columns));
        multiply(powers, r * columns, columns, share);
      }
      System.arraycopy(powers, 0, target, at + (i - from) * columns, rows * columns);
    }
  }

  /** Gaps of some rows to their {@link #tops}, and powers of the gaps. */
  private void raise(float[] z, int first, int rows, int columns, float scale) {
    System.arraycopy(z, first * columns, gaps, 0, rows * columns);
    for (int r = 0; r < rows; r++) {
      tops[r] = max(gaps, r * columns, columns);
      subtract(tops[r], gaps, r * columns, columns, LARGEST_POWER / scale);
    }
    raise(rows * columns, scale);
  }

  /** powers = 2^(−gap·scale). */
  private void raise(int count, float scale) {
    polynomial(gaps, count, scale, shifted, powers);
    floats.put(0, shifted, 0, count);
    integers.get(0, exponents, 0, count);
    toPowers(exponents, count);
    integers.put(0, exponents, 0, count);
    floats.get(0, shifted, 0, count);
    multiply(powers, shifted, count);
  }

  /** Gaps to the largest value, bounded so that their powers do not underflow. */
  private static void subtract(float top, float[] x, int start, int count, float limit) {
    for (int j = start; j < start + count; j++) {
      x[j] = Math.min(top - x[j], limit);
    }
  }

  /** 2^−r for the fraction r of each exponent, and the exponent with n in its lowest bits. */
  private static void polynomial(
      float[] gaps, int count, float scale, float[] shifted, float[] powers) {
    for (int j = 0; j < count; j++) {
      float x = gaps[j] * scale;
      float t = x + SHIFT;
      float r = x - (t - SHIFT);
      powers[j] = 1 + r * (C1 + r * (C2 + r * (C3 + r * (C4 + r * (C5 + r * C6)))));
      shifted[j] = t;
    }
  }

  /** From the bits of n + SHIFT to those of 2^−n. */
  private static void toPowers(int[] bits, int count) {
    for (int j = 0; j < count; j++) {
      bits[j] = (EXPONENT_OF_ONE - bits[j]) << MANTISSA_BITS;
    }
  }

  private static void multiply(float[] x, float[] y, int count) {
    for (int j = 0; j < count; j++) {
      x[j] *= y[j];
    }
  }

  private static void multiply(float[] x, int start, int count, float factor) {
    for (int j = start; j < start + count; j++) {
      x[j] *= factor;
    }
  }

  /** Four independent chains, since C2 does not vectorise a maximum. */
  static float max(float[] x, int start, int count) {
    float a = x[start];
    float b = a;
    float c = a;
    float d = a;
    int end = start + count;
    int j = start;
    for (; j + 4 <= end; j += 4) {
      a = Math.max(a, x[j]);
      b = Math.max(b, x[j + 1]);
      c = Math.max(c, x[j + 2]);
      d = Math.max(d, x[j + 3]);
    }
    for (; j < end; j++) {
      a = Math.max(a, x[j]);
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

  private static double dot(float[] x, float[] y, int start, int count) {
    double sum = 0;
    int end = start + count;
    int j = start;
    for (; j + 4 <= end; j += 4) {
      sum += (x[j] * y[j] + x[j + 1] * y[j + 1]) + (x[j + 2] * y[j + 2] + x[j + 3] * y[j + 3]);
    }
    for (; j < end; j++) {
      sum += x[j] * y[j];
    }
    return sum;
  }
}

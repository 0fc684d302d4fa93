package org.transcal.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;

/**
 * Exponentials in single precision by plain loops, see {@link LoopKernel}: accurate to about 2e-7.
 *
 * <p>2^−x = 2^−n · 2^−r with n the integer nearest to x, where 2^−r is a polynomial and 2^−n is
 * built from its exponent bits. A chunk holds several rows or a part of one. Floats are converted
 * to bits and back through a buffer, since C2 does not vectorise {@code floatToRawIntBits}.
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

  private final float[] gaps = new float[CHUNK];
  private final float[] shifted = new float[CHUNK];
  private final float[] powers = new float[CHUNK];
  private final float[] tops = new float[CHUNK];
  private final double[] sums = new double[CHUNK];
  private final int[] exponents = new int[CHUNK];
  private final FloatBuffer floats;
  private final IntBuffer integers;

  LoopSingle() {
    ByteBuffer bytes = ByteBuffer.allocate(CHUNK * Float.BYTES).order(ByteOrder.nativeOrder());
    floats = bytes.asFloatBuffer();
    integers = bytes.asIntBuffer();
  }

  /** See {@link Kernel#singleMoments}. */
  void moments(float[] z, int columns, int from, int to, float scale, RowMoments moments) {
    int rowsAtOnce = Math.max(1, CHUNK / columns);
    for (int i = from; i < to; i += rowsAtOnce) {
      int rows = Math.min(rowsAtOnce, to - i);
      for (int r = 0; r < rows; r++) {
        tops[r] = LoopSums.max(z, (i + r) * columns, columns);
        moments.set(i - from + r, tops[r], 0, 0, 0);
      }
      for (int begin = 0; begin < columns; begin += CHUNK) {
        int count = Math.min(CHUNK, columns - begin);
        raise(z, i * columns + begin, rows, count, scale);
        for (int r = 0; r < rows; r++) {
          double first = -LoopSums.dot(powers, gaps, r * count, count);
          moments.add(i - from + r, LoopSums.sum(powers, r * count, count), first);
        }
      }
    }
  }

  /** See {@link Kernel#softmax}. */
  void softmax(float[] z, int columns, int from, int to, float scale, float[] target, int at) {
    int rowsAtOnce = Math.max(1, CHUNK / columns);
    for (int i = from; i < to; i += rowsAtOnce) {
      int rows = Math.min(rowsAtOnce, to - i);
      int place = at + (i - from) * columns;
      for (int r = 0; r < rows; r++) {
        tops[r] = LoopSums.max(z, (i + r) * columns, columns);
        sums[r] = 0;
      }
      for (int begin = 0; begin < columns; begin += CHUNK) {
        int count = Math.min(CHUNK, columns - begin);
        raise(z, i * columns + begin, rows, count, scale);
        for (int r = 0; r < rows; r++) {
          sums[r] += LoopSums.sum(powers, r * count, count);
        }
        System.arraycopy(powers, 0, target, place + begin, rows * count);
      }
      for (int r = 0; r < rows; r++) {
        multiply(target, place + r * columns, columns, (float) (1 / sums[r]));
      }
    }
  }

  /** Gaps of some rows to their {@link #tops}, and powers of the gaps. */
  private void raise(float[] z, int start, int rows, int count, float scale) {
    System.arraycopy(z, start, gaps, 0, rows * count);
    for (int r = 0; r < rows; r++) {
      subtract(tops[r], gaps, r * count, count, LARGEST_POWER / scale);
    }
    raise(rows * count, scale);
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
}

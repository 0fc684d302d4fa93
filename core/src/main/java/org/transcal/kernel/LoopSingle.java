package org.transcal.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;

/**
 * Exponentials in single precision by plain loops, see {@link LoopKernel}: accurate to about 2e-7.
 *
 * <p>2^−x = 2^−n · 2^−r with n the integer nearest to x, where 2^−r is a polynomial and 2^−n is
 * built from its exponent bits. A chunk holds several rows or a part of one. Floats are converted
 * to bits and back through a buffer, since C2 does not vectorise {@code floatToRawIntBits}.
 */
final class LoopSingle {
  /** Elements processed together: all arrays of a chunk fit in the L1 cache. */
  private static final int CHUNK = Folding.LENGTH;

  private static final int HALF = Folding.HALF;

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
  private final float[] folded = new float[HALF];
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
    if (columns > HALF) {
      for (int i = from; i < to; i++) {
        longMoments(z, i * columns, columns, scale, moments, i - from);
      }
      return;
    }
    int rowsAtOnce = CHUNK / columns;
    for (int i = from; i < to; i += rowsAtOnce) {
      int rows = Math.min(rowsAtOnce, to - i);
      System.arraycopy(z, i * columns, gaps, 0, rows * columns);
      for (int r = 0; r < rows; r++) {
        float top = top(r * columns, columns);
        moments.max[i - from + r] = top;
        subtract(top, gaps, r * columns, (r + 1) * columns, LARGEST_POWER / scale);
      }
      raise(rows * columns, scale);
      for (int r = 0; r < rows; r++) {
        int at = i - from + r;
        moments.zeroth[at] = SingleSums.sum(powers, r * columns, (r + 1) * columns);
        moments.first[at] = -SingleSums.dot(powers, gaps, r * columns, (r + 1) * columns);
      }
    }
  }

  /** The moments of a row longer than half a chunk. */
  private void longMoments(
      float[] z, int start, int columns, float scale, RowMoments moments, int at) {
    float top = longest(z, start, columns);
    double zeroth = 0;
    double first = 0;
    // Backwards: the last chunk is already loaded.
    for (int begin = lastChunk(columns); begin >= 0; begin -= CHUNK) {
      int count = raise(z, start, begin, columns, top, scale);
      zeroth += total();
      multiply(powers, gaps, count);
      first -= total();
    }
    moments.max[at] = top;
    moments.zeroth[at] = zeroth;
    moments.first[at] = first;
  }

  /** See {@link Kernel#softmax}. */
  void softmax(float[] z, int columns, int from, int to, float scale, float[] target, int at) {
    if (columns > HALF) {
      for (int i = from; i < to; i++) {
        longSoftmax(z, i * columns, columns, scale, target, at + (i - from) * columns);
      }
      return;
    }
    int rowsAtOnce = CHUNK / columns;
    for (int i = from; i < to; i += rowsAtOnce) {
      int count = Math.min(rowsAtOnce, to - i) * columns;
      System.arraycopy(z, i * columns, gaps, 0, count);
      for (int start = 0; start < count; start += columns) {
        float top = top(start, columns);
        subtract(top, gaps, start, start + columns, LARGEST_POWER / scale);
      }
      raise(count, scale);
      for (int start = 0; start < count; start += columns) {
        float share = (float) (1 / SingleSums.sum(powers, start, start + columns));
        multiply(powers, start, start + columns, share);
      }
      System.arraycopy(powers, 0, target, at + (i - from) * columns, count);
    }
  }

  private void longSoftmax(
      float[] z, int start, int columns, float scale, float[] target, int place) {
    float top = longest(z, start, columns);
    double total = 0;
    for (int begin = lastChunk(columns); begin >= 0; begin -= CHUNK) {
      int count = raise(z, start, begin, columns, top, scale);
      total += total();
      System.arraycopy(powers, 0, target, place + begin, count);
    }
    multiply(target, place, place + columns, (float) (1 / total));
  }

  /** The largest of a row of at most half a chunk; {@code gaps} still holds logits. */
  private float top(int start, int columns) {
    if (columns <= HALF / 2) {
      return SingleSums.max(gaps, start, start + columns);
    }
    System.arraycopy(gaps, start, folded, 0, columns);
    Arrays.fill(folded, columns, HALF, Float.NEGATIVE_INFINITY);
    Folding.maxima(folded);
    return SingleSums.max(folded, 0, Folding.FOLDED);
  }

  /** The largest of a row. */
  float largest(float[] z, int start, int columns) {
    return columns <= HALF / 2
        ? SingleSums.max(z, start, start + columns)
        : longest(z, start, columns);
  }

  private static int lastChunk(int columns) {
    return (columns - 1) / CHUNK * CHUNK;
  }

  /** The largest of many values; leaves the last chunk in {@code gaps}. */
  private float longest(float[] z, int start, int count) {
    float top = Float.NEGATIVE_INFINITY;
    for (int begin = 0; begin < count; begin += CHUNK) {
      int size = Math.min(CHUNK, count - begin);
      System.arraycopy(z, start + begin, gaps, 0, size);
      Arrays.fill(gaps, size, CHUNK, Float.NEGATIVE_INFINITY);
      Folding.maxima(gaps, folded);
      Folding.maxima(folded);
      top = Math.max(top, SingleSums.max(folded, 0, Folding.FOLDED));
    }
    return top;
  }

  /** The sum of a chunk of powers that is padded with zeros. */
  private double total() {
    Folding.sums(powers, folded);
    Folding.sums(folded);
    return SingleSums.sum(folded, 0, Folding.FOLDED);
  }

  /**
   * Computes the powers of a chunk of a row and pads them with zeros.
   *
   * @return number of powers
   */
  private int raise(float[] z, int start, int begin, int columns, float top, float scale) {
    int count = Math.min(CHUNK, columns - begin);
    if (begin < lastChunk(columns)) {
      System.arraycopy(z, start + begin, gaps, 0, count);
    }
    subtract(top, gaps, 0, count, LARGEST_POWER / scale);
    raise(count, scale);
    Arrays.fill(powers, count, CHUNK, 0);
    return count;
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
  private static void subtract(float top, float[] x, int from, int to, float limit) {
    for (int j = from; j < to; j++) {
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

  private static void multiply(float[] x, int from, int to, float factor) {
    for (int j = from; j < to; j++) {
      x[j] *= factor;
    }
  }
}

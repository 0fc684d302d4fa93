package org.transcal.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;

/**
 * Exponentials in single precision by plain loops, see {@link LoopKernel}: good to about 2e-7.
 *
 * <p>The powers of {@link VectorSingle}, over a chunk that holds several rows or a part of one.
 * Bits of floats become integers and back through a buffer, since no loop that asks for them one by
 * one becomes vectors.
 */
final class LoopSingle {
  /** Elements at hand at once: all arrays of a chunk together fit the nearest cache. */
  private static final int CHUNK = 1024;

  private static final int HALF = CHUNK / 2;

  /** What folding leaves of a chunk. */
  private static final int FOLDED = CHUNK / 16;

  /** Elements that are added in single precision before they go into a double. */
  private static final int SEGMENT = 128;

  /** 1.5·2²³: adding it rounds to an integer, which is then in the lowest mantissa bits. */
  private static final float SHIFT = 0x1.8p23f;

  private static final int MANTISSA_BITS = 23;

  /** The largest power: 2^−126 is the smallest normal float, nothing beside 1. */
  private static final float LARGEST_POWER = 126;

  // Minus ln 2, its powers over factorials: the series of 2^−r, whose rest is below 2e-9 here.
  private static final float C1 = -0.6931471805599453f;
  private static final float C2 = 0.2402265069591007f;
  private static final float C3 = -0.05550410866482158f;
  private static final float C4 = 0.009618129107628477f;
  private static final float C5 = -0.0013333558146428443f;
  private static final float C6 = 0.00015403530393381608f;

  /** The bits of {@link #SHIFT}, and the exponent of 1: what is left after taking off 2^n's n. */
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
        moments.zeroth[at] = sum(powers, r * columns, (r + 1) * columns);
        moments.first[at] = -dot(powers, gaps, r * columns, (r + 1) * columns);
      }
    }
  }

  /** The moments of a row that fills a chunk by half or more, or several. */
  private void longMoments(
      float[] z, int start, int columns, float scale, RowMoments moments, int at) {
    float top = longest(z, start, columns);
    double zeroth = 0;
    double first = 0;
    // From the last chunk, which is at hand, to the first.
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
        float share = (float) (1 / sum(powers, start, start + columns));
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

  /** The largest of a row of at most half a chunk; gaps are logits still. */
  private float top(int start, int columns) {
    if (columns <= HALF / 2) {
      return max(gaps, start, start + columns);
    }
    System.arraycopy(gaps, start, folded, 0, columns);
    Arrays.fill(folded, columns, HALF, Float.NEGATIVE_INFINITY);
    foldMaxima(folded);
    return max(folded, 0, FOLDED);
  }

  /** The largest of a row. */
  float largest(float[] z, int start, int columns) {
    return columns <= HALF / 2 ? max(z, start, start + columns) : longest(z, start, columns);
  }

  private static int lastChunk(int columns) {
    return (columns - 1) / CHUNK * CHUNK;
  }

  /** The largest of many values; those of the last chunk are in gaps then. */
  private float longest(float[] z, int start, int count) {
    float top = Float.NEGATIVE_INFINITY;
    for (int begin = 0; begin < count; begin += CHUNK) {
      int size = Math.min(CHUNK, count - begin);
      System.arraycopy(z, start + begin, gaps, 0, size);
      Arrays.fill(gaps, size, CHUNK, Float.NEGATIVE_INFINITY);
      foldMaxima(gaps, folded);
      foldMaxima(folded);
      top = Math.max(top, max(folded, 0, FOLDED));
    }
    return top;
  }

  /** The sum of a chunk of powers, with zeros after the last. */
  private double total() {
    foldSums(powers, folded);
    foldSums(folded);
    return sum(folded, 0, FOLDED);
  }

  /**
   * Powers of a chunk of a row, zeros after the last.
   *
   * @return how many there are
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

  // Distances that the compiler knows: only with those it makes vectors.

  private static void foldMaxima(float[] x, float[] half) {
    for (int j = 0; j < HALF; j++) {
      half[j] = Math.max(x[j], x[j + HALF]);
    }
  }

  private static void foldMaxima(float[] x) {
    for (int j = 0; j < HALF / 2; j++) {
      x[j] = Math.max(x[j], x[j + HALF / 2]);
    }
    for (int j = 0; j < HALF / 4; j++) {
      x[j] = Math.max(x[j], x[j + HALF / 4]);
    }
    for (int j = 0; j < HALF / 8; j++) {
      x[j] = Math.max(x[j], x[j + HALF / 8]);
    }
  }

  private static void foldSums(float[] x, float[] half) {
    for (int j = 0; j < HALF; j++) {
      half[j] = x[j] + x[j + HALF];
    }
  }

  private static void foldSums(float[] x) {
    for (int j = 0; j < HALF / 2; j++) {
      x[j] += x[j + HALF / 2];
    }
    for (int j = 0; j < HALF / 4; j++) {
      x[j] += x[j + HALF / 4];
    }
    for (int j = 0; j < HALF / 8; j++) {
      x[j] += x[j + HALF / 8];
    }
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

  /** Gaps to the largest, bounded where their powers are next to nothing. */
  private static void subtract(float top, float[] x, int from, int to, float limit) {
    for (int j = from; j < to; j++) {
      x[j] = Math.min(top - x[j], limit);
    }
  }

  /** 2^−r of the rest r of each exponent, and the exponent with its integer in the last bits. */
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

  /** The largest of some values. Four at a time: none waits for the one before. */
  static float max(float[] x, int from, int to) {
    float a = x[from];
    float b = a;
    float c = a;
    float d = a;
    int j = from;
    for (; j + 4 <= to; j += 4) {
      a = Math.max(a, x[j]);
      b = Math.max(b, x[j + 1]);
      c = Math.max(c, x[j + 2]);
      d = Math.max(d, x[j + 3]);
    }
    for (; j < to; j++) {
      a = Math.max(a, x[j]);
    }
    return Math.max(Math.max(a, b), Math.max(c, d));
  }

  private static double sum(float[] x, int from, int to) {
    double total = 0;
    for (int begin = from; begin < to; begin += SEGMENT) {
      int end = Math.min(to, begin + SEGMENT);
      float a = 0;
      float b = 0;
      float c = 0;
      float d = 0;
      float e = 0;
      float f = 0;
      float g = 0;
      float h = 0;
      int j = begin;
      for (; j + 8 <= end; j += 8) {
        a += x[j];
        b += x[j + 1];
        c += x[j + 2];
        d += x[j + 3];
        e += x[j + 4];
        f += x[j + 5];
        g += x[j + 6];
        h += x[j + 7];
      }
      for (; j < end; j++) {
        a += x[j];
      }
      total += ((a + b) + (c + d)) + ((e + f) + (g + h));
    }
    return total;
  }

  private static double dot(float[] x, float[] y, int from, int to) {
    double total = 0;
    for (int begin = from; begin < to; begin += SEGMENT) {
      int end = Math.min(to, begin + SEGMENT);
      float a = 0;
      float b = 0;
      float c = 0;
      float d = 0;
      int j = begin;
      for (; j + 4 <= end; j += 4) {
        a += x[j] * y[j];
        b += x[j + 1] * y[j + 1];
        c += x[j + 2] * y[j + 2];
        d += x[j + 3] * y[j + 3];
      }
      for (; j < end; j++) {
        a += x[j] * y[j];
      }
      total += (a + b) + (c + d);
    }
    return total;
  }
}

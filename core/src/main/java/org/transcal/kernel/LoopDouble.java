package org.transcal.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;

/** Exponentials in double precision, computed like {@link LoopSingle}: accurate to 1e-13. */
final class LoopDouble {
  private static final int CHUNK = 512;

  /** Keeps squares of gaps finite if 1/T is tiny. */
  private static final double LARGEST_GAP = 1e100;

  private final double[] gaps = new double[CHUNK];
  private final double[] shifted = new double[CHUNK];
  private final double[] powers = new double[CHUNK];
  private final long[] exponents = new long[CHUNK];
  private final DoubleBuffer doubles;
  private final LongBuffer integers;

  LoopDouble() {
    ByteBuffer bytes = ByteBuffer.allocate(CHUNK * Double.BYTES).order(ByteOrder.nativeOrder());
    doubles = bytes.asDoubleBuffer();
    integers = bytes.asLongBuffer();
  }

  /** See {@link Kernel#exp}. */
  void exp(double[] x, int count) {
    for (int begin = 0; begin < count; begin += CHUNK) {
      int size = Math.min(CHUNK, count - begin);
      System.arraycopy(x, begin, gaps, 0, size);
      bound(gaps, size, FastExp.LOWEST);
      raise(size, 1);
      System.arraycopy(powers, 0, x, begin, size);
    }
  }

  /** The same bits for few values, without a chunk. */
  static void expOfFew(double[] x, int count) {
    for (int j = 0; j < count; j++) {
      double argument = Math.max(x[j], FastExp.LOWEST);
      double t = FastExp.shifted(argument);
      long bits = Double.doubleToRawLongBits(FastExp.rounded(argument, t));
      long exponent = Double.doubleToRawLongBits(t) << FastExp.MANTISSA_BITS;
      x[j] = Double.longBitsToDouble(bits + exponent);
    }
  }

  /** See {@link Kernel#moments(float[], int, int, int, double, RowMoments)}. */
  void moments(float[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    moments(z, LoopSums::max, LoopDouble::subtract, columns, from, to, inverse, moments);
  }

  /** See {@link Kernel#moments(double[], int, int, int, double, RowMoments)}. */
  void moments(double[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    moments(z, LoopDouble::max, LoopDouble::subtract, columns, from, to, inverse, moments);
  }

  private <A> void moments(
      A z,
      Max<A> max,
      Subtraction<A> subtraction,
      int columns,
      int from,
      int to,
      double inverse,
      RowMoments moments) {
    int rowsAtOnce = Math.max(1, CHUNK / columns);
    for (int i = from; i < to; i += rowsAtOnce) {
      int rows = Math.min(rowsAtOnce, to - i);
      for (int r = 0; r < rows; r++) {
        moments.set(i - from + r, max.of(z, (i + r) * columns, columns), 0, 0, 0);
      }
      for (int begin = 0; begin < columns; begin += CHUNK) {
        int count = Math.min(CHUNK, columns - begin);
        for (int r = 0; r < rows; r++) {
          double top = moments.max[i - from + r];
          subtraction.apply(z, (i + r) * columns + begin, top, gaps, r * count, count);
        }
        add(rows, count, inverse, moments, i - from);
      }
    }
  }

  private interface Max<A> {
    double of(A z, int start, int count);
  }

  private interface Subtraction<A> {
    void apply(A z, int start, double top, double[] gaps, int at, int count);
  }

  private static void subtract(float[] z, int start, double top, double[] gaps, int at, int count) {
    for (int j = 0; j < count; j++) {
      gaps[at + j] = z[start + j] - top;
    }
  }

  private static void subtract(
      double[] z, int start, double top, double[] gaps, int at, int count) {
    for (int j = 0; j < count; j++) {
      gaps[at + j] = z[start + j] - top;
    }
  }

  /** Adds the gaps of some rows, {@code count} per row. */
  private void add(int rows, int count, double inverse, RowMoments moments, int first) {
    bound(gaps, rows * count, Math.max(-LARGEST_GAP, FastExp.LOWEST / inverse));
    raise(rows * count, inverse);
    for (int r = 0; r < rows; r++) {
      addRow(powers, gaps, r * count, (r + 1) * count, moments, first + r);
    }
  }

  /** Two independent accumulators per sum. */
  private static void addRow(
      double[] powers, double[] gaps, int from, int to, RowMoments moments, int row) {
    double zeroth = 0;
    double first = 0;
    double second = 0;
    double otherZeroth = 0;
    double otherFirst = 0;
    double otherSecond = 0;
    int j = from;
    for (; j + 2 <= to; j += 2) {
      double weighted = powers[j] * gaps[j];
      zeroth += powers[j];
      first += weighted;
      second += weighted * gaps[j];
      double next = powers[j + 1] * gaps[j + 1];
      otherZeroth += powers[j + 1];
      otherFirst += next;
      otherSecond += next * gaps[j + 1];
    }
    if (j < to) {
      double weighted = powers[j] * gaps[j];
      zeroth += powers[j];
      first += weighted;
      second += weighted * gaps[j];
    }
    moments.zeroth[row] += zeroth + otherZeroth;
    moments.first[row] += first + otherFirst;
    moments.second[row] += second + otherSecond;
  }

  /** powers = e^(gap·inverse). */
  private void raise(int count, double inverse) {
    polynomials(gaps, count, inverse, shifted, powers);
    doubles.put(0, shifted, 0, count);
    integers.get(0, exponents, 0, count);
    toPowers(exponents, count);
    integers.put(0, exponents, 0, count);
    doubles.get(0, shifted, 0, count);
    multiply(powers, shifted, count);
  }

  private static void bound(double[] x, int count, double limit) {
    for (int j = 0; j < count; j++) {
      x[j] = Math.max(x[j], limit);
    }
  }

  private static void polynomials(
      double[] gaps, int count, double inverse, double[] shifted, double[] powers) {
    for (int j = 0; j < count; j++) {
      double x = gaps[j] * inverse;
      double t = FastExp.shifted(x);
      powers[j] = FastExp.rounded(x, t);
      shifted[j] = t;
    }
  }

  /** From the bits of n + SHIFT, n in the last of them, to those of 2^n. */
  private static void toPowers(long[] bits, int count) {
    for (int j = 0; j < count; j++) {
      bits[j] = (bits[j] + Double.MAX_EXPONENT) << FastExp.MANTISSA_BITS;
    }
  }

  private static void multiply(double[] x, double[] y, int count) {
    for (int j = 0; j < count; j++) {
      x[j] *= y[j];
    }
  }

  static double max(double[] x, int start, int count) {
    double a = x[start];
    double b = a;
    int j = start;
    for (; j + 2 <= start + count; j += 2) {
      a = Math.max(a, x[j]);
      b = Math.max(b, x[j + 1]);
    }
    return Math.max(Math.max(a, b), x[start + count - 1]);
  }
}

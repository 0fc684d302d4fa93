package org.transcal.kernel;

/** Exponentials in double precision, computed like {@link LoopSingle}: accurate to 1e-13. */
final class LoopDouble {
  private static final int CHUNK = 512;

  /** Keeps squares of gaps finite if 1/T is tiny. */
  private static final double LARGEST_GAP = 1e100;

  /** 2^−n; {@link FastExp#LOWEST} keeps n below the length. */
  private static final double[] POWERS = new double[Double.MAX_EXPONENT];

  static {
    for (int n = 0; n < POWERS.length; n++) {
      POWERS[n] = Math.scalb(1.0, -n);
    }
  }

  private static final ThreadLocal<LoopDouble> OF_THREAD =
      ThreadLocal.withInitial(() -> new LoopDouble(CHUNK));

  private final double[] gaps;
  private final double[] integers;
  private final double[] powers;

  private LoopDouble(int size) {
    gaps = new double[size];
    integers = new double[size];
    powers = new double[size];
  }

  /** See {@link LoopSingle#ofThread}. */
  static LoopDouble ofThread(int columns) {
    if (OF_THREAD.get().gaps.length < columns) {
      OF_THREAD.set(new LoopDouble(columns));
    }
    return OF_THREAD.get();
  }

  /** See {@link Kernel#exp}. */
  static void exp(double[] x, int count) {
    for (int j = 0; j < count; j++) {
      double argument = Math.max(x[j], FastExp.LOWEST);
      double t = FastExp.shifted(argument);
      long bits = Double.doubleToRawLongBits(FastExp.rounded(argument, t));
      long exponent = Double.doubleToRawLongBits(t) << FastExp.MANTISSA_BITS;
      x[j] = Double.longBitsToDouble(bits + exponent);
    }
  }

  /** See {@link Kernel#moments(double[], int, int, int, double, RowMoments)}; z is of any kind. */
  void moments(Object z, int columns, int from, int to, double inverse, RowMoments moments) {
    int rowsAtOnce = gaps.length / columns;
    double lowest = Math.max(-LARGEST_GAP, FastExp.LOWEST / inverse);
    for (int i = from; i < to; i += rowsAtOnce) {
      int rows = Math.min(rowsAtOnce, to - i);
      if (z instanceof float[] floats) {
        copy(floats, i * columns, gaps, rows * columns);
      } else {
        System.arraycopy(z, i * columns, gaps, 0, rows * columns);
      }
      for (int r = 0; r < rows; r++) {
        double top = max(gaps, r * columns, columns);
        moments.max[i - from + r] = top;
        subtract(top, gaps, r * columns, columns, lowest);
      }
      polynomial(gaps, rows * columns, inverse, integers, powers);
      multiplyByPowers(powers, integers, rows * columns);
      for (int r = 0; r < rows; r++) {
        sum(powers, gaps, r * columns, (r + 1) * columns, moments, i - from + r);
      }
    }
  }

  private static void copy(float[] z, int start, double[] x, int count) {
    for (int j = 0; j < count; j++) {
      x[j] = z[start + j];
    }
  }

  /** Gaps to the largest value, bounded so that their powers do not underflow. */
  private static void subtract(double top, double[] x, int start, int count, double lowest) {
    for (int j = start; j < start + count; j++) {
      x[j] = Math.max(x[j] - top, lowest);
    }
  }

  /** Two terms at a time, so that additions do not wait for each other. */
  private static void sum(
      double[] powers, double[] gaps, int from, int to, RowMoments moments, int row) {
    double zeroth = 0;
    double first = 0;
    double second = 0;
    int j = from;
    for (; j + 2 <= to; j += 2) {
      double a = powers[j] * gaps[j];
      double b = powers[j + 1] * gaps[j + 1];
      zeroth += powers[j] + powers[j + 1];
      first += a + b;
      second += a * gaps[j] + b * gaps[j + 1];
    }
    if (j < to) {
      zeroth += powers[j];
      first += powers[j] * gaps[j];
      second += powers[j] * gaps[j] * gaps[j];
    }
    moments.zeroth[row] = zeroth;
    moments.first[row] = first;
    moments.second[row] = second;
  }

  private static void polynomial(
      double[] gaps, int count, double inverse, double[] integers, double[] powers) {
    for (int j = 0; j < count; j++) {
      double x = gaps[j] * inverse;
      double shifted = FastExp.shifted(x);
      powers[j] = FastExp.rounded(x, shifted);
      integers[j] = FastExp.SHIFT - shifted;
    }
  }

  private static void multiplyByPowers(double[] x, double[] n, int count) {
    for (int j = 0; j < count; j++) {
      x[j] *= POWERS[(int) n[j]];
    }
  }

  static double max(double[] x, int start, int count) {
    double max = x[start + count - 1];
    for (int j = start; j + 2 <= start + count; j += 2) {
      max = Math.max(max, Math.max(x[j], x[j + 1]));
    }
    return max;
  }
}

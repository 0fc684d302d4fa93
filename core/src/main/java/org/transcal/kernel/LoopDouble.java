package org.transcal.kernel;

/**
 * Exponentials of x ≤ 0 in double precision by plain loops, see {@link LoopKernel}: to a relative
 * error of 1e-13, and e⁰ is exactly 1.
 *
 * <p>x = n·ln 2 + r with |r| ≤ ½ ln 2; e^r = 1 + r + r²·q(r) with q the polynomial of degree 7 that
 * interpolates (e^r − 1 − r)/r² at Chebyshev nodes; 2^n from a table. Below {@link #LOWEST} the
 * result is e^−707 ≈ 9e-308, which is negligible in a sum with e⁰.
 */
final class LoopDouble {
  /** Largest relative error. */
  static final double ERROR = 1e-13;

  private static final int CHUNK = 512;

  /** Keeps squares of gaps finite if 1/T is tiny. */
  private static final double LARGEST_GAP = 1e100;

  /** Keeps n ≥ −1021, so that 2^n is a normal number. */
  private static final double LOWEST = -707;

  /** 1 / ln 2. */
  static final double LOG2_E = 1.4426950408889634;

  /** 1.5·2⁵²: adding it rounds to an integer, which is then in the lowest bits. */
  private static final double SHIFT = 0x1.8p52;

  // ln 2 in two parts: products of the first with integers up to 1021 are exact.
  private static final double LN2_HIGH = 0x1.62e42fefa3800p-1;
  private static final double LN2_LOW = 0x1.ef35793c76730p-45;

  // Coefficients of q, from the constant term on.
  private static final double Q0 = 0.4999999999995507;
  private static final double Q1 = 0.16666666666662583;
  private static final double Q2 = 0.041666666786337556;
  private static final double Q3 = 0.008333333344209506;
  private static final double Q4 = 0.001388883909064138;
  private static final double Q5 = 0.00019841224581544105;
  private static final double Q6 = 2.4867883453521802e-05;
  private static final double Q7 = 2.761757684835413e-06;

  /** 2^−n; {@link #LOWEST} keeps n below the length. */
  private static final double[] POWERS = new double[1024];

  static {
    for (int n = 0; n < POWERS.length; n++) {
      POWERS[n] = Math.scalb(1.0, -n);
    }
  }

  /** A thread's gaps, integers and powers, allocated once: a call may be for a few rows only. */
  private static final ThreadLocal<double[][]> OF_THREAD =
      ThreadLocal.withInitial(() -> new double[3][CHUNK]);

  private LoopDouble() {}

  /** See {@link Kernels#exp}. */
  static void exp(double[] x, int count) {
    double[][] scratch = OF_THREAD.get();
    for (int start = 0; start < count; start += CHUNK) {
      int length = Math.min(CHUNK, count - start);
      System.arraycopy(x, start, scratch[0], 0, length);
      subtract(0, scratch[0], 0, length, LOWEST);
      polynomial(scratch[0], length, 1, scratch[1], scratch[2]);
      multiplyByPowers(scratch[2], scratch[1], length);
      System.arraycopy(scratch[2], 0, x, start, length);
    }
  }

  /** See {@link Kernels#moments}; z is an array of floats or doubles. */
  static void moments(Object z, int columns, int from, int to, double inverse, RowMoments moments) {
    if (OF_THREAD.get()[0].length < columns) {
      OF_THREAD.set(new double[3][columns]);
    }
    double[] gaps = OF_THREAD.get()[0];
    double[] integers = OF_THREAD.get()[1];
    double[] powers = OF_THREAD.get()[2];
    int rowsAtOnce = gaps.length / columns;
    double lowest = Math.max(-LARGEST_GAP, LOWEST / inverse);
    for (int i = from; i < to; i += rowsAtOnce) {
      int rows = Math.min(rowsAtOnce, to - i);
      if (z instanceof float[] floats) {
        copy(floats, i * columns, gaps, rows * columns);
      } else {
        System.arraycopy(z, i * columns, gaps, 0, rows * columns);
      }
      for (int r = 0; r < rows; r++) {
        double top = max(gaps, r * columns, columns);
        moments.max()[i - from + r] = top;
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
    moments.zeroth()[row] = zeroth;
    moments.first()[row] = first;
    moments.second()[row] = second;
  }

  private static void polynomial(
      double[] gaps, int count, double inverse, double[] integers, double[] powers) {
    for (int j = 0; j < count; j++) {
      double x = gaps[j] * inverse;
      double shifted = SHIFT - x * LOG2_E;
      double n = SHIFT - shifted;
      double r = (x - n * LN2_HIGH) - n * LN2_LOW;
      double q = Q0 + r * (Q1 + r * (Q2 + r * (Q3 + r * (Q4 + r * (Q5 + r * (Q6 + r * Q7))))));
      powers[j] = 1 + r * (1 + r * q);
      integers[j] = shifted;
    }
  }

  private static void multiplyByPowers(double[] x, double[] n, int count) {
    for (int j = 0; j < count; j++) {
      x[j] *= POWERS[(int) Double.doubleToRawLongBits(n[j]) & (POWERS.length - 1)];
    }
  }

  /** Of values without NaN. */
  static double max(double[] x, int start, int count) {
    double a = x[start + count - 1];
    double b = a;
    for (int j = start; j + 2 <= start + count; j += 2) {
      a = x[j] > a ? x[j] : a;
      b = x[j + 1] > b ? x[j + 1] : b;
    }
    return Math.max(a, b);
  }
}

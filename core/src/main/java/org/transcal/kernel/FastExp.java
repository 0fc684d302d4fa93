package org.transcal.kernel;

/**
 * e^x for x ≤ 0 to about 1e-14 relative, by operations that vectors have too.
 *
 * <p>x = n·ln 2 + r with |r| ≤ ½ ln 2; e^r by its Taylor polynomial of degree 11, whose remainder
 * is below r¹²/12! ≈ 7e-15; 2^n by adding n to the exponent bits. Below {@link #LOWEST} the result
 * stays at e^−707 ≈ 9e-308, which adds nothing to sums that hold e⁰.
 */
final class FastExp {
  /** Keeps n ≥ −1021, so that the exponent bits cannot underflow. */
  static final double LOWEST = -707;

  static final double LOG2_E = 1.4426950408889634;

  /** 1.5·2⁵²: adding it rounds to an integer, which is then in the lowest mantissa bits. */
  static final double SHIFT = 0x1.8p52;

  /** ln 2 to 33 bits, so that n·LN2_HIGH is exact for |n| &lt; 2¹¹. */
  static final double LN2_HIGH = 0x1.62e42fefp-1;

  static final double LN2_LOW = 0x1.473de6af278edp-34;
  static final int MANTISSA_BITS = 52;

  static final double C2 = 1 / 2.0;
  static final double C3 = 1 / 6.0;
  static final double C4 = 1 / 24.0;
  static final double C5 = 1 / 120.0;
  static final double C6 = 1 / 720.0;
  static final double C7 = 1 / 5040.0;
  static final double C8 = 1 / 40320.0;
  static final double C9 = 1 / 362880.0;
  static final double C10 = 1 / 3628800.0;
  static final double C11 = 1 / 39916800.0;

  private FastExp() {}

  static double exp(double argument) {
    double x = Math.max(argument, LOWEST);
    double t = Math.fma(x, LOG2_E, SHIFT);
    double n = t - SHIFT;
    double r = Math.fma(n, -LN2_HIGH, x);
    r = Math.fma(n, -LN2_LOW, r);
    double p = C11;
    p = Math.fma(p, r, C10);
    p = Math.fma(p, r, C9);
    p = Math.fma(p, r, C8);
    p = Math.fma(p, r, C7);
    p = Math.fma(p, r, C6);
    p = Math.fma(p, r, C5);
    p = Math.fma(p, r, C4);
    p = Math.fma(p, r, C3);
    p = Math.fma(p, r, C2);
    p = Math.fma(p, r, 1);
    p = Math.fma(p, r, 1);
    return Double.longBitsToDouble(
        Double.doubleToRawLongBits(p) + (Double.doubleToRawLongBits(t) << MANTISSA_BITS));
  }
}

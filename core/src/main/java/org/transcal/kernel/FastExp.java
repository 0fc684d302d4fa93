package org.transcal.kernel;

/**
 * e^x for x ≤ 0 to a relative error of 1e-13, by operations that vectorise; e⁰ is exactly 1.
 *
 * <p>x = n·ln 2 + r with |r| ≤ ½ ln 2; e^r = 1 + r + r²·q(r) with q the polynomial of degree 7 that
 * interpolates (e^r − 1 − r)/r² at Chebyshev nodes; 2^n by adding n to the exponent bits. Below
 * {@link #LOWEST} the result is e^−707 ≈ 9e-308, which is negligible in a sum with e⁰.
 */
public final class FastExp {
  /** Largest relative error. */
  public static final double ERROR = 1e-13;

  /** Keeps n ≥ −1021, so that the exponent bits cannot underflow. */
  public static final double LOWEST = -707;

  /** 1 / ln 2. */
  public static final double LOG2_E = 1.4426950408889634;

  /** 1.5·2⁵²: adding it rounds to an integer, which is then in the lowest mantissa bits. */
  public static final double SHIFT = 0x1.8p52;

  /** Its fused product with n ≤ 1021 has an error of at most n·2.4e-17, below {@link #ERROR}. */
  public static final double LN2 = 0.6931471805599453;

  // ln 2 in two parts: products of the first with integers up to 1021 are exact.
  private static final double LN2_HIGH = 0x1.62e42fefa3800p-1;
  private static final double LN2_LOW = 0x1.ef35793c76730p-45;

  /** Bits of a double below its exponent. */
  public static final int MANTISSA_BITS = 52;

  // Coefficients of q, from the constant term on.
  public static final double Q0 = 0.4999999999995507;
  public static final double Q1 = 0.16666666666662583;
  public static final double Q2 = 0.041666666786337556;
  public static final double Q3 = 0.008333333344209506;
  public static final double Q4 = 0.001388883909064138;
  public static final double Q5 = 0.00019841224581544105;
  public static final double Q6 = 2.4867883453521802e-05;
  public static final double Q7 = 2.761757684835413e-06;

  private FastExp() {}

  /** The factor that turns gaps into exponents of 2, in single precision. */
  public static float scale(double inverse) {
    return (float) Math.min(Float.MAX_VALUE, inverse * LOG2_E);
  }

  /** A number whose lowest bits are n, the integer for which n·ln 2 is nearest to x. */
  public static double shifted(double x) {
    return x * LOG2_E + SHIFT;
  }

  /**
   * e^(x − n·ln 2) without fused multiply-add, which is very slow in software: every processor
   * gives the same bits.
   *
   * @param shifted {@link #shifted} of x
   */
  public static double rounded(double x, double shifted) {
    double n = shifted - SHIFT;
    double r = (x - n * LN2_HIGH) - n * LN2_LOW;
    double q = Q0 + r * (Q1 + r * (Q2 + r * (Q3 + r * (Q4 + r * (Q5 + r * (Q6 + r * Q7))))));
    return 1 + r * (1 + r * q);
  }
}

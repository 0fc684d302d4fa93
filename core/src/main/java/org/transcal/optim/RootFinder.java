package org.transcal.optim;

import java.util.function.DoubleUnaryOperator;

/** Zero of a continuous function between two points where its sign differs. */
public final class RootFinder {
  private static final int LIMIT = 200;

  private RootFinder() {}

  /**
   * The zero, by secant steps with the Illinois rule, safeguarded by halving.
   *
   * @param tolerance absolute accuracy of the point
   * @throws IllegalArgumentException where both ends have the same sign
   * @throws ArithmeticException where the function is NaN between them
   */
  public static double find(
      DoubleUnaryOperator function, double low, double high, double tolerance) {
    double a = low;
    double b = high;
    double fa = function.applyAsDouble(a);
    double fb = function.applyAsDouble(b);
    if (fa == 0) {
      return a;
    }
    if (fb == 0) {
      return b;
    }
    if (!(fa < 0 == fb > 0) || Double.isNaN(fa) || Double.isNaN(fb)) {
      throw new IllegalArgumentException(
          "No sign change between " + low + " (" + fa + ") and " + high + " (" + fb + ")");
    }
    int sameSide = 0;
    for (int i = 0; i < LIMIT && Math.abs(b - a) > tolerance; i++) {
      // Every fourth step halves, so that the bracket shrinks whatever the function does.
      double x = i % 4 == 3 ? (a + b) / 2 : (a * fb - b * fa) / (fb - fa);
      if (!(x > Math.min(a, b) && x < Math.max(a, b))) {
        x = (a + b) / 2;
      }
      double fx = function.applyAsDouble(x);
      if (Double.isNaN(fx)) {
        throw new ArithmeticException("The function whose zero is sought is NaN at " + x);
      }
      if (fx == 0) {
        return x;
      }
      if (fx < 0 == fb < 0) {
        b = x;
        fb = fx;
        fa = sameSide == 1 ? fa / 2 : fa;
        sameSide = 1;
      } else {
        a = x;
        fa = fx;
        fb = sameSide == -1 ? fb / 2 : fb;
        sameSide = -1;
      }
    }
    return Math.abs(fa) < Math.abs(fb) ? a : b;
  }
}

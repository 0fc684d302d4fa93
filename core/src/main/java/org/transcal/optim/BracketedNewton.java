package org.transcal.optim;

import java.util.function.DoubleFunction;
import org.transcal.Termination;

/** Zero of a function of one variable by Newton's method, kept inside a bracket by bisection. */
public final class BracketedNewton {
  private BracketedNewton() {}

  /** A function's value and derivative at a point. */
  public record Value(double value, double slope) {}

  /**
   * Result of a search.
   *
   * @param at the zero, or the end of the interval nearest to it
   * @param value the function at the point evaluated last
   * @param evaluations number of evaluations
   * @param termination {@link Termination#AT_BOUND} if the function has no zero inside the interval
   */
  public record Root(double at, double value, int evaluations, Termination termination) {}

  /**
   * The zero of a function that is negative before it and positive after it, by Newton's method.
   *
   * <p>A Newton step that leaves the bracket, or is more than half as long as the step before the
   * last, is replaced: by the end of the interval if that was not evaluated yet, else by the middle
   * of the bracket. On a stretch of zeros, with slope 0, the search goes on at {@code low}.
   *
   * @param tolerance length of the last step
   * @param limit maximum number of evaluations
   * @throws ArithmeticException if the function is NaN
   */
  public static Root find(
      DoubleFunction<Value> function,
      double low,
      double high,
      double start,
      double tolerance,
      int limit) {
    if (!(low < high && start >= low && start <= high && limit > 0)) {
      String search = "Search from " + start + " in [" + low + ", " + high + "] with " + limit;
      throw new IllegalArgumentException(
          search + " evaluations; the start must be inside and the limit positive");
    }
    double a = low;
    double b = high;
    boolean lowKnown = false;
    boolean highKnown = false;
    double x = start;
    double last = high - low;
    double beforeLast = last;
    for (int evaluations = 1; ; evaluations++) {
      Value here = function.apply(x);
      double value = here.value();
      if (Double.isNaN(value)) {
        throw new ArithmeticException("The function is NaN at " + x + "; its zero cannot be found");
      }
      if (x == low && value >= 0 || x == high && value <= 0) {
        return new Root(x, value, evaluations, Termination.AT_BOUND);
      }
      if (value < 0) {
        a = x;
        lowKnown = true;
      } else if (value > 0) {
        b = x;
        highKnown = true;
      }
      double slope = here.slope();
      double next = value == 0 ? x : x - value / slope;
      if (value == 0 && slope == 0 && !lowKnown) {
        next = low;
      } else if (!(next >= a && next <= b && Math.abs(next - x) <= beforeLast / 2)) {
        boolean endKnown = value < 0 ? highKnown : lowKnown;
        next = endKnown ? (a + b) / 2 : value < 0 ? high : low;
      }
      beforeLast = last;
      last = Math.abs(next - x);
      if (last <= tolerance) {
        return new Root(next, value, evaluations, Termination.CONVERGED);
      }
      if (evaluations == limit) {
        return new Root(x, value, evaluations, Termination.EVALUATION_LIMIT);
      }
      x = next;
    }
  }
}

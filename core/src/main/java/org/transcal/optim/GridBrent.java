package org.transcal.optim;

import java.util.Comparator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.transcal.Termination;

/**
 * Global minimum of a function of one variable on an interval: a grid search, then Brent's method
 * around the lowest grid points.
 *
 * <p>With two grid points the function must be unimodal; with more, the grid must separate its
 * minima.
 *
 * @param scanPoints number of evenly spaced grid points, at least 2, ends included
 * @param tolerance absolute accuracy of the point
 */
public record GridBrent(int scanPoints, double tolerance) {
  private static final double GOLDEN = (3 - Math.sqrt(5)) / 2;
  private static final int CANDIDATES = 4;
  private static final int EVALUATIONS_PER_CANDIDATE = 100;

  /** Checks the settings. */
  public GridBrent {
    if (scanPoints < 2 || !(tolerance > 0)) {
      String scan = "A scan of " + scanPoints + " points to a tolerance of " + tolerance;
      throw new IllegalArgumentException(
          scan + "; at least 2 points and a positive tolerance are needed");
    }
  }

  /** The lowest point found; {@link Termination#AT_BOUND} if it is an end of the interval. */
  public Minimum minimize(DoubleUnaryOperator function, double low, double high) {
    if (!(low < high)) {
      throw new IllegalArgumentException("Interval from " + low + " to " + high + " is empty");
    }
    Search search = new Search(function, low, high);
    double[] x = new double[scanPoints];
    double[] y = new double[scanPoints];
    for (int i = 0; i < scanPoints; i++) {
      x[i] = i == scanPoints - 1 ? high : low + (high - low) * i / (scanPoints - 1);
      y[i] = search.evaluate(x[i]);
    }
    int last = scanPoints - 1;
    IntStream.rangeClosed(0, last)
        .filter(i -> y[i] <= y[Math.max(0, i - 1)] && y[i] <= y[Math.min(last, i + 1)])
        .boxed()
        .sorted(Comparator.comparingDouble(i -> y[i]))
        .limit(CANDIDATES)
        .forEach(i -> search.brent(x[Math.max(0, i - 1)], x[Math.min(last, i + 1)]));
    return search.result();
  }

  /** One search and its best point so far. */
  private final class Search {
    private final DoubleUnaryOperator function;
    private final double low;
    private final double high;
    private double bestAt = Double.NaN;
    private double bestValue = Double.POSITIVE_INFINITY;
    private int evaluations;
    private boolean exhausted;

    Search(DoubleUnaryOperator function, double low, double high) {
      this.function = function;
      this.low = low;
      this.high = high;
    }

    double evaluate(double x) {
      evaluations++;
      double value = function.applyAsDouble(x);
      if (Double.isNaN(value)) {
        throw new ArithmeticException("The function to minimise is NaN at " + x);
      }
      if (value < bestValue || Double.isNaN(bestAt)) {
        bestAt = x;
        bestValue = value;
      }
      return value;
    }

    /** Brent's parabolic interpolation, safeguarded by golden sections. */
    void brent(double from, double to) {
      double a = from;
      double b = to;
      double x = a + GOLDEN * (b - a);
      double w = x;
      double v = x;
      double fx = evaluate(x);
      double fw = fx;
      double fv = fx;
      double step = 0;
      double previous = 0;
      for (int used = 1; ; used++) {
        double middle = (a + b) / 2;
        if (Math.abs(x - middle) <= 2 * tolerance - (b - a) / 2) {
          return;
        }
        if (used >= EVALUATIONS_PER_CANDIDATE) {
          exhausted = true;
          return;
        }
        double proposal = parabolicStep(x, w, v, fx, fw, fv);
        if (Math.abs(previous) > tolerance
            && Math.abs(proposal) < Math.abs(previous) / 2
            && x + proposal > a + tolerance
            && x + proposal < b - tolerance) {
          previous = step;
          step = proposal;
        } else {
          previous = x < middle ? b - x : a - x;
          step = GOLDEN * previous;
        }
        double next = Math.abs(step) >= tolerance ? x + step : x + Math.copySign(tolerance, step);
        double value = evaluate(next);
        if (value <= fx) {
          if (next < x) {
            b = x;
          } else {
            a = x;
          }
          v = w;
          fv = fw;
          w = x;
          fw = fx;
          x = next;
          fx = value;
        } else {
          if (next < x) {
            a = next;
          } else {
            b = next;
          }
          if (value <= fw || w == x) {
            v = w;
            fv = fw;
            w = next;
            fw = value;
          } else if (value <= fv || v == x || v == w) {
            v = next;
            fv = value;
          }
        }
      }
    }

    private double parabolicStep(double x, double w, double v, double fx, double fw, double fv) {
      double r = (x - w) * (fx - fv);
      double q = (x - v) * (fx - fw);
      double numerator = (x - v) * q - (x - w) * r;
      double denominator = 2 * (q - r);
      // Infinite if the three points are on a line: the caller then uses a golden section.
      return denominator == 0 ? Double.POSITIVE_INFINITY : -numerator / denominator;
    }

    Minimum result() {
      boolean atEnd = bestAt - low <= 2 * tolerance || high - bestAt <= 2 * tolerance;
      Termination ended = exhausted ? Termination.EVALUATION_LIMIT : Termination.CONVERGED;
      return new Minimum(bestAt, bestValue, evaluations, atEnd ? Termination.AT_BOUND : ended);
    }
  }
}

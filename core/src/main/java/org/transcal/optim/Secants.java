package org.transcal.optim;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;

/**
 * What steps taken have shown of a function's curvature: how its gradient changed along each. It
 * corrects solutions that come from curvature known only roughly, as L-BFGS corrects those from
 * none.
 */
final class Secants {
  private static final int MOST = 8;

  private final Deque<Pair> pairs = new ArrayDeque<>();

  private record Pair(double[] step, double[] change, double product) {}

  /** Notes a step, unless the gradient did not rise along it. */
  void add(double[] from, double[] slopeFrom, double[] to, double[] slopeTo) {
    double[] step = difference(to, from);
    double[] change = difference(slopeTo, slopeFrom);
    double product = Linear.dot(step, change);
    if (!(product > 0 && product < Double.POSITIVE_INFINITY)) {
      return;
    }
    pairs.addLast(new Pair(step, change, product));
    if (pairs.size() > MOST) {
      pairs.removeFirst();
    }
  }

  private static double[] difference(double[] a, double[] b) {
    double[] difference = a.clone();
    Linear.axpy(-1, b, difference);
    return difference;
  }

  /**
   * About −H⁻¹·slope.
   *
   * @param rough gives roughly that
   */
  double[] correct(double[] slope, UnaryOperator<double[]> rough) {
    double[] left = slope.clone();
    double[] shares = new double[pairs.size()];
    int i = pairs.size();
    for (var newest = pairs.descendingIterator(); newest.hasNext(); ) {
      Pair pair = newest.next();
      shares[--i] = Linear.dot(pair.step(), left) / pair.product();
      Linear.axpy(-shares[i], pair.change(), left);
    }
    double[] step = rough.apply(left);
    for (Pair pair : pairs) {
      double share = shares[i++] + Linear.dot(pair.change(), step) / pair.product();
      Linear.axpy(-share, pair.step(), step);
    }
    return step;
  }
}

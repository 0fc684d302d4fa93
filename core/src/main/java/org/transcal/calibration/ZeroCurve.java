package org.transcal.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.transcal.calibration.Landscape.Point;
import org.transcal.optim.RootFinder;
import org.transcal.optim.ScalarMinimizer;
import org.transcal.optim.Termination;

/**
 * The points (T, λ) where mean target confidence equals estimated target accuracy.
 *
 * <p>One equation in two unknowns: the zeros form a curve T(λ), and a rule must choose on it. The
 * rule is the zero nearest to (2.0, 0.5), which reproduces where the released code's SQP run from
 * that start ends, without its path. Where no λ has a zero within the bounds, the smallest gap on a
 * bound.
 */
final class ZeroCurve {
  /** Where the released search starts. */
  static final Point START = new Point(2.0, 0.5);

  private static final int SCAN = 201;
  private static final int CANDIDATES = 4;
  private static final double TOLERANCE = 1e-9;

  /** Farther than any point within the bounds. */
  private static final double OUT_OF_REACH = 1e12;

  private final ConfidenceCurve confidence;
  private final DoubleUnaryOperator accuracy;

  /**
   * The curve.
   *
   * @param accuracy estimated target accuracy as a function of λ
   */
  ZeroCurve(ConfidenceCurve confidence, DoubleUnaryOperator accuracy) {
    this.confidence = confidence;
    this.accuracy = accuracy;
  }

  /** A chosen point, the gap left there and how the choice ended. */
  record Choice(Point point, double gap, Termination termination) {}

  /** The choice for a fixed λ. */
  Choice at(double lambda) {
    double goal = accuracy.applyAsDouble(lambda);
    double temperature = temperature(goal);
    Termination termination =
        confidence.reaches(goal) ? Termination.CONVERGED : Termination.AT_BOUND;
    double gap = Math.abs(confidence.at(temperature) - goal);
    return new Choice(new Point(temperature, lambda), gap, termination);
  }

  /** The zero nearest to {@link #START}, else the smallest gap on a bound. */
  Choice nearest() {
    double[] lambdas = new double[SCAN];
    double[] goals = new double[SCAN];
    double[] distance = new double[SCAN];
    boolean any = false;
    List<Double> candidates = new ArrayList<>();
    for (int i = 0; i < SCAN; i++) {
      lambdas[i] = (double) i / (SCAN - 1);
      goals[i] = accuracy.applyAsDouble(lambdas[i]);
      boolean reached = confidence.reaches(goals[i]);
      any |= reached;
      distance[i] =
          reached
              ? distance(confidence.interpolatedTemperature(goals[i]), lambdas[i])
              : Double.POSITIVE_INFINITY;
      if (i > 0) {
        addCrossing(confidence.highest(), lambdas, goals, i, candidates);
        addCrossing(confidence.lowest(), lambdas, goals, i, candidates);
      }
    }
    if (!any && candidates.isEmpty()) {
      return smallestGap();
    }
    addNearScanMinima(lambdas, distance, candidates);
    Choice best = at(candidates.get(0));
    for (double lambda : candidates) {
      Choice choice = at(lambda);
      // A crossing lies on the bound itself and may miss it by rounding: its gap decides.
      boolean zero = choice.gap() <= TOLERANCE;
      boolean bestZero = best.gap() <= TOLERANCE;
      if (zero && (!bestZero || distance(choice.point()) < distance(best.point()))) {
        best = choice;
      }
    }
    return new Choice(best.point(), best.gap(), Termination.CONVERGED);
  }

  /** Zeros for drawing: interpolated, one for each λ of a grid that has one. */
  List<Point> points(double[] lambdas) {
    List<Point> zeros = new ArrayList<>();
    for (double lambda : lambdas) {
      double goal = accuracy.applyAsDouble(lambda);
      if (confidence.reaches(goal)) {
        zeros.add(new Point(confidence.interpolatedTemperature(goal), lambda));
      }
    }
    return zeros;
  }

  /** Where the estimated accuracy crosses a bound the curve ends; the end may be the nearest. */
  private void addCrossing(
      double bound, double[] lambdas, double[] goals, int i, List<Double> candidates) {
    if (goals[i - 1] > bound != goals[i] > bound) {
      candidates.add(
          RootFinder.find(
              lambda -> accuracy.applyAsDouble(lambda) - bound, lambdas[i - 1], lambdas[i], 1e-15));
    }
  }

  private void addNearScanMinima(double[] lambdas, double[] distance, List<Double> candidates) {
    boolean[] used = new boolean[SCAN];
    for (int round = 0; round < CANDIDATES; round++) {
      int best = -1;
      for (int i = 0; i < SCAN; i++) {
        boolean local =
            Double.isFinite(distance[i])
                && (i == 0 || distance[i] <= distance[i - 1])
                && (i == SCAN - 1 || distance[i] <= distance[i + 1]);
        if (local && !used[i] && (best < 0 || distance[i] < distance[best])) {
          best = i;
        }
      }
      if (best < 0) {
        return;
      }
      used[best] = true;
      candidates.add(lambdas[best]);
      candidates.add(
          ScalarMinimizer.scanning(2, TOLERANCE)
              .minimize(
                  this::interpolatedDistance,
                  lambdas[Math.max(0, best - 1)],
                  lambdas[Math.min(SCAN - 1, best + 1)])
              .at());
    }
  }

  private double interpolatedDistance(double lambda) {
    double goal = accuracy.applyAsDouble(lambda);
    return confidence.reaches(goal)
        ? distance(confidence.interpolatedTemperature(goal), lambda)
        : OUT_OF_REACH;
  }

  private Choice smallestGap() {
    double lambda =
        ScalarMinimizer.scanning(SCAN, TOLERANCE)
            .minimize(
                at -> {
                  double goal = accuracy.applyAsDouble(at);
                  return Math.max(goal - confidence.highest(), confidence.lowest() - goal);
                },
                0,
                1)
            .at();
    return at(lambda);
  }

  private double temperature(double goal) {
    if (goal >= confidence.highest()) {
      return ConfidenceCurve.LOWEST;
    }
    return goal <= confidence.lowest() ? ConfidenceCurve.HIGHEST : confidence.temperature(goal);
  }

  private static double distance(Point point) {
    return distance(point.temperature(), point.lambda());
  }

  private static double distance(double temperature, double lambda) {
    return Math.hypot(temperature - START.temperature(), lambda - START.lambda());
  }
}

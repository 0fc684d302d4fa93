package org.transcal.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.transcal.Termination;
import org.transcal.calibration.Landscape.Point;
import org.transcal.optim.RootFinder;
import org.transcal.optim.ScalarMinimizer;
import org.transcal.parallel.Parallel;

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

  private static final int SCAN = 101;

  /** Points added between two of the scan where the curve begins or ends between them. */
  private static final int SUBDIVISIONS = 16;

  private static final int CANDIDATES = 4;

  /** A gap up to this is a zero. */
  private static final double TOLERANCE = 1e-9;

  /** Confidences closer than this are equal but for rounding. */
  private static final double ROUNDING = 1e-13;

  /** Farther than any point within the bounds. */
  private static final double OUT_OF_REACH = 1e12;

  /** Interpolated distances may be off by this: no farther candidate can be nearer in truth. */
  private static final double INTERPOLATION_ERROR = 1e-4;

  /** How far from an interpolated λ the exact one is sought. */
  private static final double POLISHED = 0.01;

  private static final double POLISHED_TOLERANCE = 1e-10;

  private static final int SECANTS = 20;

  /** Shortest step of λ over which a secant is drawn. */
  private static final double SECANT = 1e-6;

  /** Of λ, for a derivative. */
  private static final double DIFFERENCE = 1e-4;

  /** A temperature that moves by less than this share leaves the square of it in λ. */
  private static final double CLOSE = 1e-5;

  private static final int ROUNDS = 6;

  private final ConfidenceCurve confidence;
  private final DoubleUnaryOperator estimate;

  /** The scan, its refinement and the choice ask for the same λ again and again. */
  private final Map<Double, Double> known = new HashMap<>();

  /**
   * The curve.
   *
   * @param accuracy estimated target accuracy as a function of λ; any thread may ask
   */
  ZeroCurve(ConfidenceCurve confidence, DoubleUnaryOperator accuracy) {
    this.confidence = confidence;
    this.estimate = accuracy;
  }

  private double accuracy(double lambda) {
    return known.computeIfAbsent(lambda, estimate::applyAsDouble);
  }

  private double known(double lambda, double accuracy) {
    known.put(lambda, accuracy);
    return accuracy;
  }

  /** A chosen point, the gap left there and how the choice ended. */
  record Choice(Point point, double gap, Termination termination) {}

  /** The choice for a fixed λ. */
  Choice at(double lambda) {
    double goal = accuracy(lambda);
    double temperature = temperature(goal, confidence::temperature);
    double gap = Math.abs(confidence.at(temperature) - goal);
    Termination termination = gap <= TOLERANCE ? Termination.CONVERGED : Termination.AT_BOUND;
    return new Choice(new Point(temperature, lambda), gap, termination);
  }

  /** The zero nearest to {@link #START}, else the smallest gap on a bound. */
  Choice nearest() {
    double[] lambdas = scan();
    double[] distance = Arrays.stream(lambdas).map(this::interpolatedDistance).toArray();
    Choice best = new Choice(START, Double.POSITIVE_INFINITY, Termination.AT_BOUND);
    List<Double> nearestFirst = new ArrayList<>(candidates(lambdas, distance));
    nearestFirst.sort(Comparator.comparingDouble(this::interpolatedDistance));
    for (double lambda : nearestFirst) {
      if (interpolatedDistance(lambda) > distance(best.point()) + INTERPOLATION_ERROR
          && best.termination() == Termination.CONVERGED) {
        break;
      }
      Choice choice = polished(lambda).orElseGet(() -> at(lambda));
      boolean zero = choice.termination() == Termination.CONVERGED;
      boolean first = best.termination() == Termination.AT_BOUND;
      if (zero && (first || distance(choice.point()) < distance(best.point()))) {
        best = choice;
      }
    }
    return best.termination() == Termination.CONVERGED ? best : smallestGap();
  }

  /**
   * The nearest zero near one that interpolated confidences found: where the distance is flat, from
   * exact confidence and slope at the last temperature, until the temperature stays. Empty at ends
   * of the curve, which need no such thing.
   */
  private Optional<Choice> polished(double lambda) {
    double low = Math.max(0, lambda - POLISHED);
    double high = Math.min(1, lambda + POLISHED);
    double goal = accuracy(lambda);
    if (!(isInside(goal) && isInside(accuracy(low)) && isInside(accuracy(high)))) {
      return Optional.empty();
    }
    double best = lambda;
    double temperature = confidence.interpolatedTemperature(goal);
    for (int round = 0; round < ROUNDS; round++) {
      LocalConfidence near =
          new LocalConfidence(
              temperature, confidence.meanAt(temperature), confidence.curvature(temperature));
      best = flat(near, best);
      if (!(best > low && best < high)) {
        return Optional.empty();
      }
      double next = near.temperature(accuracy(best));
      if (Math.abs(next - temperature) <= CLOSE * temperature) {
        double gap = Math.abs(confidence.at(next) - accuracy(best));
        return gap <= TOLERANCE
            ? Optional.of(new Choice(new Point(next, best), gap, Termination.CONVERGED))
            : Optional.empty();
      }
      temperature = next;
    }
    return Optional.empty();
  }

  /** Where the distance is flat and grows to both sides, by secants; NaN where there is none. */
  private double flat(LocalConfidence near, double lambda) {
    double aside = lambda > DIFFERENCE ? lambda - DIFFERENCE : lambda + DIFFERENCE;
    double slope = distanceSlope(near, lambda);
    double growth = (slope - distanceSlope(near, aside)) / (lambda - aside);
    double at = lambda;
    for (int i = 0; i < SECANTS && growth > 0; i++) {
      double next = Math.max(0, Math.min(1, at - slope / growth));
      double step = next - at;
      if (Math.abs(step) <= POLISHED_TOLERANCE) {
        return next;
      }
      double nextSlope = distanceSlope(near, next);
      if (Math.abs(step) > SECANT) {
        // Over a shorter step rounding would decide.
        growth = (nextSlope - slope) / step;
      }
      at = next;
      slope = nextSlope;
    }
    return Double.NaN;
  }

  private boolean isInside(double goal) {
    return goal < confidence.highest(goal) && goal > confidence.lowest(goal);
  }

  /** Half the derivative in λ of the squared distance from {@link #START} along the curve. */
  private double distanceSlope(LocalConfidence near, double lambda) {
    double from = Math.max(0, lambda - DIFFERENCE);
    double to = Math.min(1, lambda + DIFFERENCE);
    double rise = (estimate.applyAsDouble(to) - estimate.applyAsDouble(from)) / (to - from);
    double temperature = near.temperature(estimate.applyAsDouble(lambda));
    return (temperature - START.temperature()) * temperature * rise / near.slope(temperature)
        + lambda
        - START.lambda();
  }

  /** Zeros for drawing: interpolated, one for each λ of a grid that has one. */
  List<Point> points(double[] lambdas) {
    List<Point> zeros = new ArrayList<>();
    for (double lambda : lambdas) {
      double goal = accuracy(lambda);
      if (confidence.reaches(goal)) {
        zeros.add(new Point(temperature(goal, confidence::interpolatedTemperature), lambda));
      }
    }
    return zeros;
  }

  /**
   * Increasing values of λ to look at. The curve ends where the estimated accuracy crosses a bound
   * of the confidence: the ends are among the values, with more between them, since a narrow range
   * of confidence may be crossed from end to end within one step of an even scan.
   */
  private double[] scan() {
    double[] even = new double[SCAN];
    Arrays.setAll(even, i -> (double) i / (SCAN - 1));
    double[] goals = new double[SCAN];
    Parallel.forEach(SCAN, i -> goals[i] = estimate.applyAsDouble(even[i]));
    List<Double> values = new ArrayList<>();
    double previous = known(0, goals[0]);
    values.add(0.0);
    for (int i = 1; i < SCAN; i++) {
      double from = even[i - 1];
      double to = even[i];
      double goal = known(to, goals[i]);
      List<Double> breaks = new ArrayList<>();
      addCrossing(confidence::highest, from, previous, to, goal, breaks);
      addCrossing(confidence::lowest, from, previous, to, goal, breaks);
      breaks.sort(Double::compare);
      if (!breaks.isEmpty()) {
        double left = from;
        for (double end : breaks) {
          addBetween(left, end, values);
          values.add(end);
          left = end;
        }
        addBetween(left, to, values);
      }
      values.add(to);
      previous = goal;
    }
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static void addBetween(double from, double to, List<Double> values) {
    for (int i = 1; i < SUBDIVISIONS; i++) {
      values.add(from + (to - from) * i / SUBDIVISIONS);
    }
  }

  private void addCrossing(
      DoubleUnaryOperator bound,
      double from,
      double fromGoal,
      double to,
      double toGoal,
      List<Double> breaks) {
    if (fromGoal > bound.applyAsDouble(fromGoal) != toGoal > bound.applyAsDouble(toGoal)) {
      // A goal at the bound asks for its exact value.
      double exact = bound.applyAsDouble(bound.applyAsDouble(fromGoal));
      breaks.add(RootFinder.find(lambda -> accuracy(lambda) - exact, from, to, 1e-15));
    }
  }

  /** The nearest points of the scan that are nearer than their neighbours, and refinements. */
  private List<Double> candidates(double[] lambdas, double[] distance) {
    List<Double> candidates = new ArrayList<>();
    boolean[] used = new boolean[lambdas.length];
    int last = lambdas.length - 1;
    for (int round = 0; round < CANDIDATES; round++) {
      int best = -1;
      for (int i = 0; i <= last; i++) {
        boolean local =
            distance[i] < OUT_OF_REACH
                && (i == 0 || distance[i] <= distance[i - 1])
                && (i == last || distance[i] <= distance[i + 1]);
        if (local && !used[i] && (best < 0 || distance[i] < distance[best])) {
          best = i;
        }
      }
      if (best < 0) {
        return candidates;
      }
      used[best] = true;
      double nearest = lambdas[best];
      double low = lambdas[Math.max(0, best - 1)];
      double high = lambdas[Math.min(last, best + 1)];
      if (low < high) {
        double refined =
            ScalarMinimizer.scanning(2, Math.min(TOLERANCE, (high - low) / SCAN))
                .minimize(this::interpolatedDistance, low, high)
                .at();
        nearest = interpolatedDistance(refined) < distance[best] ? refined : nearest;
      }
      candidates.add(nearest);
    }
    return candidates;
  }

  private double interpolatedDistance(double lambda) {
    double goal = accuracy(lambda);
    boolean zero =
        goal <= confidence.highest(goal) + TOLERANCE && goal >= confidence.lowest(goal) - TOLERANCE;
    return zero
        ? distance(temperature(goal, confidence::interpolatedTemperature), lambda)
        : OUT_OF_REACH;
  }

  private Choice smallestGap() {
    double lambda =
        ScalarMinimizer.scanning(SCAN, TOLERANCE)
            .minimize(
                at -> {
                  double goal = accuracy(at);
                  return Math.max(goal - confidence.highest(goal), confidence.lowest(goal) - goal);
                },
                0,
                1)
            .at();
    return at(lambda);
  }

  /** The temperature whose confidence is the goal, or the bound nearest to it. */
  private double temperature(double goal, DoubleUnaryOperator withinBounds) {
    if (confidence.isAt(START.temperature(), goal, ROUNDING)) {
      // Saturated or constant confidence is the same at many temperatures: the start is nearest.
      return START.temperature();
    }
    if (goal >= confidence.highest(goal)) {
      return ConfidenceCurve.LOWEST;
    }
    return goal <= confidence.lowest(goal)
        ? ConfidenceCurve.HIGHEST
        : withinBounds.applyAsDouble(goal);
  }

  private static double distance(Point point) {
    return distance(point.temperature(), point.lambda());
  }

  private static double distance(double temperature, double lambda) {
    return Math.hypot(temperature - START.temperature(), lambda - START.lambda());
  }
}

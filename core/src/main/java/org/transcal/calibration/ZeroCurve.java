package org.transcal.calibration;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleUnaryOperator;
import org.transcal.Termination;
import org.transcal.calibration.Landscape.Point;
import org.transcal.optim.GridBrent;
import org.transcal.optim.Minimum;
import org.transcal.parallel.Lazy;
import org.transcal.parallel.Parallel;

/**
 * The points (T, λ) at which mean target confidence equals estimated target accuracy.
 *
 * <p>One equation in two unknowns: the zeros form a curve T(λ), and a rule must choose on it. The
 * rule is the zero nearest to (2.0, 0.5), which reproduces where the released code's SQP search
 * from that start ends. If no λ has a zero within the bounds, it is the smallest gap on a bound.
 *
 * <p>Interpolated confidences find the zero; the search around it is then repeated with confidences
 * that are exact at its temperature, until the temperature settles.
 */
final class ZeroCurve {
  /** Where the released search starts. */
  static final Point START = new Point(2.0, 0.5);

  private static final int GRID = 101;

  /** A gap up to this is a zero. */
  private static final double TOLERANCE = 1e-9;

  /** Interpolated confidences may be off by this. */
  private static final double INTERPOLATION_ERROR = 1e-4;

  /** Confidences closer than this are equal but for rounding. */
  private static final double ROUNDING = 1e-13;

  /** Farther than any zero within the bounds. */
  private static final double OUT_OF_REACH = 1e12;

  /** A relative change of temperature that leaves about its square as error. */
  private static final double SETTLED = 1e-5;

  private static final int ROUNDS = 10;

  private final ConfidenceCurve interpolated;
  private final Lazy<Double> confidenceAtStart;
  private final DoubleUnaryOperator estimate;
  private final Map<Double, Double> accuracies = new ConcurrentHashMap<>();

  /**
   * The curve.
   *
   * @param accuracy estimated target accuracy as a function of λ; must be thread-safe
   */
  ZeroCurve(TargetConfidence target, DoubleUnaryOperator accuracy) {
    this.interpolated = new ConfidenceCurve(target);
    this.confidenceAtStart = new Lazy<>(() -> target.at(START.temperature()).confidence());
    this.estimate = accuracy;
  }

  /** A chosen point and the gap left there. */
  record Choice(Point point, double gap) {
    Termination termination() {
      return gap <= TOLERANCE ? Termination.CONVERGED : Termination.AT_BOUND;
    }
  }

  Choice at(double lambda) {
    return settle(lambda, lambda, lambda);
  }

  /** The zero nearest to {@link #START}, else the smallest gap on a bound. */
  Choice nearest() {
    double[] grid = new double[GRID];
    Arrays.setAll(grid, i -> (double) i / (GRID - 1));
    Parallel.forEach(GRID, i -> accuracy(grid[i]));
    double most = Arrays.stream(grid).map(this::accuracy).max().orElseThrow();
    boolean nearEnd = most > interpolated.highest() - INTERPOLATION_ERROR;
    ConfidenceCurve curve = nearEnd ? interpolated.exactAt(ConfidenceCurve.LOWEST) : interpolated;
    Minimum minimum = search(GRID, curve, 0, 1);
    double lambda = minimum.at();
    return minimum.value() < OUT_OF_REACH
        ? settle(Math.max(0, lambda - grid[1]), lambda, Math.min(1, lambda + grid[1]))
        : smallestGap(curve);
  }

  /** Interpolated zeros for drawing, one for each λ that has one. */
  List<Point> points(double[] lambdas) {
    return Arrays.stream(lambdas)
        .filter(lambda -> distance(interpolated, lambda) < OUT_OF_REACH)
        .mapToObj(lambda -> new Point(temperature(interpolated, lambda), lambda))
        .toList();
  }

  double confidence(double temperature) {
    return interpolated.at(temperature).confidence();
  }

  private double accuracy(double lambda) {
    return accuracies.computeIfAbsent(lambda, estimate::applyAsDouble);
  }

  /** Searches around λ with confidences exact at the last temperature, until that settles. */
  private Choice settle(double low, double lambda, double high) {
    double temperature = temperature(interpolated, lambda);
    for (int round = 1; ; round++) {
      ConfidenceCurve exact = interpolated.exactAt(temperature);
      double nearest = low < high ? search(3, exact, low, high).at() : lambda;
      double next = temperature(exact, nearest);
      if (Math.abs(next - temperature) <= SETTLED * temperature || round == ROUNDS) {
        double gap = Math.abs(exact.at(next).confidence() - accuracy(nearest));
        return new Choice(new Point(next, nearest), gap);
      }
      temperature = next;
    }
  }

  private Minimum search(int points, ConfidenceCurve curve, double low, double high) {
    return new GridBrent(points, TOLERANCE * (high - low))
        .minimize(lambda -> distance(curve, lambda), low, high);
  }

  private Choice smallestGap(ConfidenceCurve curve) {
    DoubleUnaryOperator gap =
        lambda -> {
          double goal = accuracy(lambda);
          return Math.max(goal - curve.highest(), curve.lowest(goal) - goal);
        };
    return at(new GridBrent(GRID, TOLERANCE).minimize(gap, 0, 1).at());
  }

  private double temperature(ConfidenceCurve curve, double lambda) {
    double goal = accuracy(lambda);
    boolean flat = curve.at(ConfidenceCurve.LOWEST).slope() > -INTERPOLATION_ERROR;
    // Saturated or constant confidence is the same at many temperatures: the start is nearest.
    return flat && Math.abs(confidenceAtStart.get() - goal) <= ROUNDING
        ? START.temperature()
        : curve.temperature(goal);
  }

  /** Distance of a zero from {@link #START}; grows with the gap if λ has no zero. */
  private double distance(ConfidenceCurve curve, double lambda) {
    double temperature = temperature(curve, lambda);
    double gap = Math.abs(curve.at(temperature).confidence() - accuracy(lambda));
    double distance = Math.hypot(temperature - START.temperature(), lambda - START.lambda());
    return gap <= TOLERANCE ? distance : OUT_OF_REACH * (1 + gap);
  }
}

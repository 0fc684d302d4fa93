package org.transcal.optim;

import java.util.Optional;

/**
 * Unconstrained minimum of a smooth convex function by Newton steps, each found by conjugate
 * gradients and only as exactly as it is worth there.
 *
 * <p>Gradients are measured in round variables, where half their square is about what is left to
 * gain. Converged where that length has fallen to a part of the one at the start and to a part of
 * the root of the value: without the first a start at the optimum would never be good enough;
 * without the second a function that falls to a fraction of its first value would be left early.
 *
 * @param gradientTolerance relative to the gradient at the start
 * @param gainTolerance relative to the root of the value
 * @param maxEvaluations evaluations after which the search gives up
 */
public record TruncatedNewton(double gradientTolerance, double gainTolerance, int maxEvaluations) {
  private static final double DECREASE = 1e-4;
  private static final double ROUNDING = 1e-13;
  private static final int LINE_LIMIT = 40;

  /** Most conjugate gradients for one step. */
  private static final int PRODUCTS = 250;

  /** Conjugate gradients that show how round the function is. */
  private static final int TRIAL = 3;

  /** Of a gradient: with more than this left after the trial, rounder variables are worth it. */
  private static final double SLOW = 0.3;

  /** Conjugate gradients after which those made at an earlier point are made anew. */
  private static final int PATIENCE = 20;

  /** Of the first gradient: below it the curvature hardly changes from one step to the next. */
  private static final double NEAR = 0.3;

  /** Of a gradient: a step that leaves more than this is taken for one from poor products. */
  private static final double SHORT = 0.3;

  /** What a step leaves of the gradient: little where the function is nearly quadratic. */
  private static final double LOOSEST = 0.2;

  private static final double TIGHTEST = 1e-3;

  /** How fast that falls with the gradient; chosen for the fewest products on real tasks. */
  private static final double TIGHTENING = 0.7;

  /** Checks the settings. */
  public TruncatedNewton {
    if (!(gradientTolerance > 0) || !(gainTolerance > 0) || maxEvaluations < 1) {
      throw new IllegalArgumentException(
          "A Newton search needs positive tolerances and evaluations; got "
              + gradientTolerance
              + ", "
              + gainTolerance
              + ", "
              + maxEvaluations);
    }
  }

  /**
   * Searches from {@code start}.
   *
   * @param round the variables to begin with
   * @param gradientRounding length of a gradient that rounding alone can cause
   * @throws ArithmeticException where the value or the gradient is not finite at the start
   */
  public VectorMinimum minimize(
      CurvedFunction function, double[] start, RoundVariables round, double gradientRounding) {
    return new Search(function, start, round, gradientRounding).run();
  }

  private final class Search {
    private final CurvedFunction function;
    private final double gradientRounding;
    private final double[] firstGradient;
    private RoundVariables round;
    private boolean rounded;
    private int evaluations = 1;
    private double[] point;
    private double[] gradient;
    private double value;
    private final Secants secants = new Secants();

    // Of the two gradients, in the round variables at hand.
    private double firstLength;
    private double length;

    Search(CurvedFunction function, double[] start, RoundVariables round, double gradientRounding) {
      this.function = function;
      this.round = round;
      this.gradientRounding = gradientRounding;
      this.point = start.clone();
      this.gradient = new double[start.length];
      this.value = function.evaluate(point, gradient);
      this.firstGradient = gradient.clone();
      this.length = length(gradient);
      this.firstLength = length;
    }

    VectorMinimum run() {
      if (!Double.isFinite(value) || !Double.isFinite(length)) {
        throw new ArithmeticException(
            "The function to minimise is "
                + value
                + " with a gradient of length "
                + length
                + " at the start; both must be finite");
      }
      while (length > goal()) {
        if (evaluations >= maxEvaluations) {
          return end(Termination.EVALUATION_LIMIT);
        }
        if (!advance(step())) {
          return end(Termination.STALLED);
        }
      }
      return end(Termination.CONVERGED);
    }

    private VectorMinimum end(Termination termination) {
      return new VectorMinimum(point, value, length, evaluations, termination);
    }

    private double goal() {
      return Math.max(
          gradientRounding,
          Math.min(gradientTolerance * firstLength, gainTolerance * Math.sqrt(value)));
    }

    /** The length of a gradient in round variables. */
    private double length(double[] slope) {
      return Linear.norm(round.solveLower(slope));
    }

    /** What a step may leave of the gradient; the goal needs no more. */
    private double residualGoal() {
      double share = Math.pow(length / firstLength, TIGHTENING);
      double tightest = Math.max(TIGHTEST, function.productError() / 2);
      return Math.max(goal() / 2, length * Math.max(tightest, Math.min(LOOSEST, share)));
    }

    /** About −H⁻¹·gradient: what products with H give, corrected by what steps showed of it. */
    private double[] step() {
      return function.productError() > 0
          ? secants.correct(gradient, this::solveByProducts)
          : solveByProducts(gradient);
    }

    /** About −H⁻¹·slope. */
    private double[] solveByProducts(double[] slope) {
      int size = point.length;
      double[] step = new double[size];
      double[] residual = new double[size];
      Linear.axpy(-1, slope, residual);
      double[] direction = solve(residual);
      double squared = Linear.dot(residual, direction);
      double firstSquared = squared;
      double[] product = new double[size];
      double enough = residualGoal();
      for (int i = 1; i <= PRODUCTS; i++) {
        function.multiply(direction, product);
        double curvature = Linear.dot(direction, product);
        if (!(curvature > 0 && curvature < Double.POSITIVE_INFINITY)) {
          // Nothing but rounding is left; at first, one step down the slope is still one.
          return i == 1 ? direction : step;
        }
        Linear.axpy(squared / curvature, direction, step);
        Linear.axpy(-squared / curvature, product, residual);
        double[] next = solve(residual);
        double nextSquared = Linear.dot(residual, next);
        if (!(Math.sqrt(nextSquared) > enough)) {
          break;
        }
        boolean slow = i == TRIAL && !rounded && nextSquared > SLOW * SLOW * firstSquared;
        if ((slow || i == PATIENCE) && makeRounder()) {
          enough = residualGoal();
          direction = solve(residual);
          squared = Linear.dot(residual, direction);
          continue;
        }
        double share = nextSquared / squared;
        for (int j = 0; j < size; j++) {
          direction[j] = next[j] + share * direction[j];
        }
        squared = nextSquared;
      }
      return step;
    }

    private boolean makeRounder() {
      Optional<RoundVariables> rounder = function.rounder();
      rounded = true;
      if (rounder.isEmpty()) {
        return false;
      }
      round = rounder.get();
      length = length(gradient);
      firstLength = length(firstGradient);
      return true;
    }

    private double[] solve(double[] right) {
      return round.solveUpper(round.solveLower(right));
    }

    /** Goes along a step, halved until the function falls; false where it does not. */
    private boolean advance(double[] step) {
      double slope = Linear.dot(gradient, step);
      double[] trialGradient = new double[point.length];
      double share = 1;
      for (int i = 0; slope < 0 && i < LINE_LIMIT && evaluations < maxEvaluations; i++) {
        double[] trial = point.clone();
        Linear.axpy(share, step, trial);
        double trialValue = function.evaluate(trial, trialGradient);
        evaluations++;
        double left = length(trialGradient);
        boolean falls = trialValue <= value + DECREASE * share * slope;
        // Where differences of values drown in rounding, slopes judge.
        boolean flattens =
            Math.abs(trialValue - value) <= ROUNDING * Math.abs(value) && left < length;
        if (falls || flattens) {
          if (left > SHORT * length) {
            function.refineProducts();
          }
          if (length < NEAR * firstLength) {
            secants.add(point, gradient, trial, trialGradient);
          }
          point = trial;
          gradient = trialGradient;
          length = left;
          value = trialValue;
          return true;
        }
        share /= 2;
      }
      return false;
    }
  }
}

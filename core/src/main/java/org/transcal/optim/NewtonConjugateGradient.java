package org.transcal.optim;

import org.transcal.Termination;

/**
 * Unconstrained minimum of a smooth convex function by a truncated Newton method with
 * preconditioned conjugate gradients (Nocedal and Wright, Numerical Optimization, algorithm 7.1).
 *
 * <p>Gradients are measured in preconditioned variables, in which half their squared norm
 * approximates the distance to the minimum value. The search has converged when that norm is small
 * relative to its first value and to the square root of the function; without the second condition,
 * a function that decreases to a fraction of its first value would stop early.
 *
 * @param gradientTolerance relative to the gradient at the start
 * @param gainTolerance relative to the root of the value
 * @param maxEvaluations limit of evaluations
 */
public record NewtonConjugateGradient(
    double gradientTolerance, double gainTolerance, int maxEvaluations) {
  private static final double SUFFICIENT_DECREASE = 1e-4;
  private static final double ROUNDING = 1e-13;
  private static final int MAX_HALVINGS = 40;
  private static final int MAX_CG_ITERATIONS = 250;

  /** Iterations of a step from which on the preconditioner is renewed. */
  private static final int STALE_ITERATIONS = 20;

  /** Relative residual of the first steps; it decreases as the search converges. */
  private static final double LOOSEST = 0.2;

  /** Checks the settings. */
  public NewtonConjugateGradient {
    if (!(gradientTolerance > 0) || !(gainTolerance > 0) || maxEvaluations < 1) {
      String got = gradientTolerance + ", " + gainTolerance + ", " + maxEvaluations;
      throw new IllegalArgumentException(
          "A Newton search needs positive tolerances and evaluations; got " + got);
    }
  }

  /**
   * Searches from {@code start}.
   *
   * @param gradientRounding gradient norm that can be due to rounding
   * @throws ArithmeticException if the value or the gradient is not finite at the start
   */
  public VectorMinimum minimize(
      TwiceDifferentiableFunction function, double[] start, double gradientRounding) {
    return new Search(function, start, gradientRounding).run();
  }

  private final class Search {
    private final TwiceDifferentiableFunction function;
    private final double gradientRounding;
    private final double[] firstGradient;
    private Preconditioner preconditioner;
    private boolean stale;
    private int evaluations = 1;
    private double[] point;
    private double[] gradient;
    private double value;
    private double norm;
    private double firstNorm;

    Search(TwiceDifferentiableFunction function, double[] start, double gradientRounding) {
      this.function = function;
      this.gradientRounding = gradientRounding;
      this.point = start.clone();
      this.gradient = new double[start.length];
      this.value = function.evaluate(point, gradient);
      Linear.requireFinite(value, gradient);
      this.firstGradient = gradient.clone();
      refreshPreconditioner();
    }

    private void refreshPreconditioner() {
      preconditioner = function.preconditioner();
      norm = norm(gradient);
      firstNorm = norm(firstGradient);
      stale = false;
    }

    private double norm(double[] slope) {
      return Math.sqrt(Linear.dot(slope, preconditioner.solve(slope)));
    }

    VectorMinimum run() {
      while (norm > goal()) {
        if (evaluations >= maxEvaluations) {
          return end(Termination.EVALUATION_LIMIT);
        }
        if (!advance(newtonStep())) {
          return end(Termination.STALLED);
        }
        if (stale) {
          refreshPreconditioner();
        }
      }
      return end(Termination.CONVERGED);
    }

    private VectorMinimum end(Termination termination) {
      return new VectorMinimum(point, value, norm, evaluations, termination);
    }

    private double goal() {
      return Math.max(
          gradientRounding,
          Math.min(gradientTolerance * firstNorm, gainTolerance * Math.sqrt(value)));
    }

    /** About −H⁻¹·gradient, by preconditioned conjugate gradients. */
    private double[] newtonStep() {
      double enough = Math.max(goal() / 2, norm * Math.min(LOOSEST, Math.sqrt(norm / firstNorm)));
      int size = point.length;
      double[] step = new double[size];
      double[] residual = new double[size];
      Linear.axpy(-1, gradient, residual);
      double[] direction = preconditioner.solve(residual);
      double squared = Linear.dot(residual, direction);
      double[] product = new double[size];
      for (int i = 1; i <= MAX_CG_ITERATIONS; i++) {
        function.hessianVectorProduct(direction, product);
        double curvature = Linear.dot(direction, product);
        if (!(curvature > 0 && curvature < Double.POSITIVE_INFINITY)) {
          // Only rounding errors are left; the first direction is still a descent direction.
          return i == 1 ? direction : step;
        }
        Linear.axpy(squared / curvature, direction, step);
        Linear.axpy(-squared / curvature, product, residual);
        double[] next = preconditioner.solve(residual);
        double nextSquared = Linear.dot(residual, next);
        if (!(Math.sqrt(nextSquared) > enough)) {
          break;
        }
        stale = i >= STALE_ITERATIONS;
        double share = nextSquared / squared;
        for (int j = 0; j < size; j++) {
          direction[j] = next[j] + share * direction[j];
        }
        squared = nextSquared;
      }
      return step;
    }

    /** Takes a step, halved until the function decreases enough; false if it never does. */
    private boolean advance(double[] step) {
      double slope = Linear.dot(gradient, step);
      double[] trialGradient = new double[point.length];
      double share = 1;
      for (int i = 0; slope < 0 && i < MAX_HALVINGS && evaluations < maxEvaluations; i++) {
        double[] trial = point.clone();
        Linear.axpy(share, step, trial);
        double trialValue = function.evaluate(trial, trialGradient);
        evaluations++;
        double trialNorm = norm(trialGradient);
        boolean falls = trialValue <= value + SUFFICIENT_DECREASE * share * slope;
        // If the difference of values is a rounding error, gradients decide.
        boolean flattens =
            Math.abs(trialValue - value) <= ROUNDING * Math.abs(value) && trialNorm < norm;
        if (falls || flattens) {
          point = trial;
          gradient = trialGradient;
          norm = trialNorm;
          value = trialValue;
          return true;
        }
        share /= 2;
      }
      return false;
    }
  }
}

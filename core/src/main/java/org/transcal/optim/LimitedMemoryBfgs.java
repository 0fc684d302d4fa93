package org.transcal.optim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.Termination;

/**
 * Unconstrained minimum of a smooth function by limited-memory BFGS.
 *
 * <p>It has converged when the gradient norm is at most {@code gradientTolerance} times its value
 * at the start. The line search finds a point that satisfies the Wolfe conditions by bisection;
 * once differences of function values are rounding errors, it uses slopes only.
 *
 * <p>With a preconditioner P, gradients are measured by √(gᵀP⁻¹g): half its square approximates the
 * distance to the minimum value, so it must also be small relative to the root of the value.
 * (Otherwise a function that decreases to a fraction of its first value would stop early.)
 *
 * @param gradientTolerance relative to the gradient norm at the start
 * @param maxEvaluations limit of evaluations
 * @param memory number of stored pairs of steps and gradient changes
 */
public record LimitedMemoryBfgs(double gradientTolerance, int maxEvaluations, int memory) {
  private static final double DECREASE = 1e-4;
  private static final double CURVATURE = 0.9;
  private static final double ROUNDING = 1e-13;
  private static final int LINE_LIMIT = 40;

  /** Steps after which the preconditioner is recomputed. */
  private static final int RENEWAL = 20;

  /** Checks the settings. */
  public LimitedMemoryBfgs {
    if (!(gradientTolerance > 0) || maxEvaluations < 1 || memory < 1) {
      String got = gradientTolerance + ", " + maxEvaluations + ", " + memory;
      throw new IllegalArgumentException(
          "L-BFGS needs a positive tolerance, evaluations and memory; got " + got);
    }
  }

  /** Searches from {@code start}, assuming a gradient without rounding errors. */
  public VectorMinimum minimize(DifferentiableFunction function, double[] start) {
    return minimize(function, start, 0);
  }

  /**
   * Searches from {@code start}.
   *
   * @param gradientRounding gradient norm that can be due to rounding: at or below it the search
   *     has converged, even at the start
   * @throws ArithmeticException if the value or the gradient is not finite at the start
   */
  public VectorMinimum minimize(
      DifferentiableFunction function, double[] start, double gradientRounding) {
    return new Search(function, start).run(gradientRounding);
  }

  /** A step, the change of the gradient along it, their product, and the scale they suggest. */
  private record Pair(double[] step, double[] change, double curvature, double scale) {}

  private final class Search {
    private final DifferentiableFunction function;
    private final int size;
    private final List<Pair> pairs = new ArrayList<>();
    private final double[] firstGradient;
    private Optional<Preconditioner> preconditioner = Optional.empty();
    private int evaluations;
    private double[] point;
    private double[] gradient;
    private double[] preconditioned;
    private double firstNorm;
    private double value;

    Search(DifferentiableFunction function, double[] start) {
      this.function = function;
      this.size = start.length;
      this.point = start.clone();
      this.gradient = new double[size];
      this.value = evaluate(point, gradient);
      this.firstGradient = gradient;
      this.preconditioned = gradient;
    }

    private double evaluate(double[] at, double[] slope) {
      evaluations++;
      return function.evaluate(at, slope);
    }

    VectorMinimum run(double gradientRounding) {
      requireFinite();
      for (int step = 0; ; step++) {
        if (step % RENEWAL == 0) {
          preconditioner = function.preconditioner();
          preconditioned = precondition(gradient);
          firstNorm = norm(firstGradient, precondition(firstGradient));
        }
        if (norm(gradient, preconditioned) <= Math.max(gradientRounding, goal())) {
          return end(Termination.CONVERGED);
        }
        if (evaluations >= maxEvaluations) {
          return end(Termination.EVALUATION_LIMIT);
        }
        double[] direction = direction();
        double slope = dot(direction, gradient);
        if (!(slope < 0)) {
          // The stored curvature is useless: restart with steepest descent.
          pairs.clear();
          direction = direction();
          slope = dot(direction, gradient);
        }
        if (!lineSearch(direction, slope)) {
          if (pairs.isEmpty() && evaluations < maxEvaluations) {
            return end(Termination.STALLED);
          }
          pairs.clear();
        }
      }
    }

    private void requireFinite() {
      double norm = norm(gradient, gradient);
      if (!Double.isFinite(value) || !Double.isFinite(norm)) {
        String start = value + " with a gradient norm of " + norm + " at the start";
        throw new ArithmeticException(
            "The function to minimise is " + start + "; both must be finite");
      }
    }

    private double goal() {
      return gradientTolerance
          * (preconditioner.isPresent() ? Math.min(firstNorm, Math.sqrt(value)) : firstNorm);
    }

    private double[] precondition(double[] x) {
      return preconditioner.map(p -> p.solve(x)).orElse(x);
    }

    private static double norm(double[] x, double[] preconditioned) {
      return Math.sqrt(dot(x, preconditioned));
    }

    private VectorMinimum end(Termination termination) {
      double norm = norm(gradient, preconditioned);
      return new VectorMinimum(point, value, norm, evaluations, termination);
    }

    /** The two-loop recursion: −H·gradient, from a multiple of the inverse preconditioner. */
    private double[] direction() {
      double[] q = new double[size];
      axpy(-1, gradient, q);
      double[] alpha = new double[pairs.size()];
      for (int i = pairs.size() - 1; i >= 0; i--) {
        Pair pair = pairs.get(i);
        alpha[i] = dot(pair.step, q) / pair.curvature;
        axpy(-alpha[i], pair.change, q);
      }
      q = precondition(q);
      double scale =
          preconditioner.isPresent() ? 1 : 1 / Math.max(1e-300, Math.sqrt(dot(gradient, gradient)));
      if (!pairs.isEmpty()) {
        scale = pairs.get(pairs.size() - 1).scale;
      }
      for (int j = 0; j < size; j++) {
        q[j] *= scale;
      }
      for (int i = 0; i < alpha.length; i++) {
        Pair pair = pairs.get(i);
        double beta = dot(pair.change, q) / pair.curvature;
        axpy(alpha[i] - beta, pair.step, q);
      }
      return q;
    }

    /** Moves to a point that satisfies the Wolfe conditions; false if none was found. */
    private boolean lineSearch(double[] direction, double slope) {
      double low = 0;
      double high = Double.POSITIVE_INFINITY;
      double length = 1;
      double[] trialGradient = new double[size];
      double slack = ROUNDING * Math.abs(value);
      for (int i = 0; i < LINE_LIMIT && evaluations < maxEvaluations; i++) {
        double[] trial = point.clone();
        axpy(length, direction, trial);
        double trialValue = evaluate(trial, trialGradient);
        double trialSlope = dot(trialGradient, direction);
        boolean lowEnough =
            trialValue <= value + DECREASE * length * slope
                || trialValue <= value + slack && trialSlope <= (2 * DECREASE - 1) * slope;
        if (!lowEnough || !Double.isFinite(trialValue) || !Double.isFinite(trialSlope)) {
          high = length;
        } else if (trialSlope < CURVATURE * slope) {
          low = length;
        } else {
          accept(trial, trialGradient, trialValue);
          return true;
        }
        length = high < Double.POSITIVE_INFINITY ? (low + high) / 2 : 2 * length;
      }
      return false;
    }

    private void accept(double[] trial, double[] trialGradient, double trialValue) {
      double[] step = trial.clone();
      double[] change = trialGradient.clone();
      axpy(-1, point, step);
      axpy(-1, gradient, change);
      double curvature = dot(step, change);
      double[] trialPreconditioned = precondition(trialGradient);
      if (curvature > 0) {
        if (pairs.size() == memory) {
          pairs.remove(0);
        }
        double[] moved = trialPreconditioned.clone();
        axpy(-1, preconditioned, moved);
        pairs.add(new Pair(step, change, curvature, curvature / dot(change, moved)));
      }
      point = trial;
      gradient = trialGradient;
      preconditioned = trialPreconditioned;
      value = trialValue;
    }
  }

  /** Σ x·y. */
  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += x[j] * y[j];
    }
    return sum;
  }

  /** y += scale · x. */
  private static void axpy(double scale, double[] x, double[] y) {
    for (int j = 0; j < y.length; j++) {
      y[j] += scale * x[j];
    }
  }
}

package org.transcal.optim;

import java.util.Arrays;
import org.transcal.Termination;

/**
 * Unconstrained minimum of a smooth function by limited-memory BFGS.
 *
 * <p>It has converged when the gradient norm is at most {@code gradientTolerance} times its value
 * at the start. The line search requires the strong Wolfe conditions; once differences of function
 * values are rounding errors, it uses slopes only.
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

  /** Checks the settings. */
  public LimitedMemoryBfgs {
    if (!(gradientTolerance > 0) || maxEvaluations < 1 || memory < 1) {
      throw new IllegalArgumentException(
          "L-BFGS needs a positive tolerance, evaluations and memory; got "
              + gradientTolerance
              + ", "
              + maxEvaluations
              + ", "
              + memory);
    }
  }

  /**
   * Searches from {@code start}.
   *
   * @throws ArithmeticException if the value or the gradient is not finite there
   */
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

  private final class Search {
    private final DifferentiableFunction function;
    private final int size;
    private final double[][] steps = new double[memory][];
    private final double[][] changes = new double[memory][];
    private final double[] inverseCurvature = new double[memory];
    private int stored;
    private int evaluations;
    private double[] point;
    private double[] gradient;
    private double value;

    Search(DifferentiableFunction function, double[] start) {
      this.function = function;
      this.size = start.length;
      this.point = start.clone();
      this.gradient = new double[size];
      this.value = evaluate(point, gradient);
    }

    private double evaluate(double[] at, double[] slope) {
      evaluations++;
      return function.evaluate(at, slope);
    }

    VectorMinimum run(double gradientRounding) {
      if (!Double.isFinite(value) || !Double.isFinite(Linear.norm(gradient))) {
        throw new ArithmeticException(
            "The function to minimise is "
                + value
                + " with a gradient norm of "
                + Linear.norm(gradient)
                + " at the start; both must be finite");
      }
      double goal = Math.max(gradientRounding, gradientTolerance * Linear.norm(gradient));
      while (Linear.norm(gradient) > goal) {
        if (evaluations >= maxEvaluations) {
          return end(Termination.EVALUATION_LIMIT);
        }
        double[] direction = direction();
        double slope = Linear.dot(direction, gradient);
        if (!(slope < 0)) {
          // The stored curvature is useless: restart with steepest descent.
          stored = 0;
          direction = direction();
          slope = Linear.dot(direction, gradient);
        }
        if (!lineSearch(direction, slope)) {
          if (stored == 0 && evaluations < maxEvaluations) {
            return end(Termination.STALLED);
          }
          stored = 0;
        }
      }
      return end(Termination.CONVERGED);
    }

    private VectorMinimum end(Termination termination) {
      return new VectorMinimum(point, value, Linear.norm(gradient), evaluations, termination);
    }

    /** The two-loop recursion: −H·gradient. */
    private double[] direction() {
      double[] q = gradient.clone();
      int kept = Math.min(stored, memory);
      double[] alpha = new double[kept];
      for (int i = 0; i < kept; i++) {
        int at = (stored - 1 - i) % memory;
        alpha[i] = inverseCurvature[at] * Linear.dot(steps[at], q);
        Linear.axpy(-alpha[i], changes[at], q);
      }
      if (kept > 0) {
        int last = (stored - 1) % memory;
        double scale = 1 / (inverseCurvature[last] * Linear.dot(changes[last], changes[last]));
        Arrays.setAll(q, j -> q[j] * scale);
      } else {
        double scale = 1 / Math.max(1e-300, Linear.norm(gradient));
        Arrays.setAll(q, j -> q[j] * scale);
      }
      for (int i = kept - 1; i >= 0; i--) {
        int at = (stored - 1 - i) % memory;
        double beta = inverseCurvature[at] * Linear.dot(changes[at], q);
        Linear.axpy(alpha[i] - beta, steps[at], q);
      }
      Arrays.setAll(q, j -> -q[j]);
      return q;
    }

    /** Moves to a point that satisfies the Wolfe conditions; false if none was found. */
    private boolean lineSearch(double[] direction, double slope) {
      double low = 0;
      double lowValue = value;
      double lowSlope = slope;
      double high = Double.NaN;
      double highValue = Double.NaN;
      double highSlope = Double.NaN;
      double length = 1;
      double[] trial = new double[size];
      double[] trialGradient = new double[size];
      double slack = ROUNDING * Math.abs(value);
      for (int i = 0; i < LINE_LIMIT && evaluations < maxEvaluations; i++) {
        for (int j = 0; j < size; j++) {
          trial[j] = point[j] + length * direction[j];
        }
        double trialValue = evaluate(trial, trialGradient);
        double trialSlope = Linear.dot(trialGradient, direction);
        boolean finite = Double.isFinite(trialValue) && Double.isFinite(trialSlope);
        boolean lowEnough =
            finite
                && (trialValue <= value + DECREASE * length * slope
                    || (trialValue <= value + slack && trialSlope <= (2 * DECREASE - 1) * slope));
        if (lowEnough && Math.abs(trialSlope) <= -CURVATURE * slope) {
          accept(trial, trialGradient, trialValue);
          return true;
        }
        if (!lowEnough || trialValue > lowValue + slack || trialSlope >= 0) {
          high = length;
          highValue = trialValue;
          highSlope = trialSlope;
        } else {
          low = length;
          lowValue = trialValue;
          lowSlope = trialSlope;
        }
        length =
            Double.isNaN(high)
                ? 2 * length
                : between(low, lowValue, lowSlope, high, highValue, highSlope);
      }
      return false;
    }

    /** Minimum of the cubic through both ends, or the middle if it is too close to an end. */
    private double between(double a, double fa, double ga, double b, double fb, double gb) {
      double width = b - a;
      double theta = 3 * (fa - fb) / width + ga + gb;
      double root = Math.sqrt(Math.max(0, theta * theta - ga * gb));
      double cubic = b - width * (gb + root - theta) / (gb - ga + 2 * root);
      double edge = 0.1 * width;
      return cubic > a + edge && cubic < b - edge ? cubic : a + width / 2;
    }

    private void accept(double[] trial, double[] trialGradient, double trialValue) {
      double[] step = new double[size];
      double[] change = new double[size];
      for (int j = 0; j < size; j++) {
        step[j] = trial[j] - point[j];
        change[j] = trialGradient[j] - gradient[j];
      }
      double curvature = Linear.dot(step, change);
      if (curvature > 0) {
        int at = stored % memory;
        steps[at] = step;
        changes[at] = change;
        inverseCurvature[at] = 1 / curvature;
        stored++;
      }
      point = trial.clone();
      gradient = trialGradient.clone();
      value = trialValue;
    }
  }
}

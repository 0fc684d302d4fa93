package org.transcal.optim;

import org.transcal.Termination;

/**
 * Result of a search over several variables.
 *
 * @param at the best point
 * @param value the function at that point
 * @param gradientNorm Euclidean norm of the gradient at that point
 * @param evaluations number of evaluations
 * @param termination how the search ended
 */
public record VectorMinimum(
    double[] at, double value, double gradientNorm, int evaluations, Termination termination) {
  /** Copies the point. */
  public VectorMinimum {
    at = at.clone();
  }

  /** A copy of the best point. */
  @Override
  public double[] at() {
    return at.clone();
  }
}

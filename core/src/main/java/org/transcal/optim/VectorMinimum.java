package org.transcal.optim;

import org.transcal.Termination;

/** Where a search over several variables ended. */
public final class VectorMinimum {
  private final double[] at;
  private final double value;
  private final double gradientNorm;
  private final int evaluations;
  private final Termination termination;

  VectorMinimum(
      double[] at, double value, double gradientNorm, int evaluations, Termination termination) {
    this.at = at;
    this.value = value;
    this.gradientNorm = gradientNorm;
    this.evaluations = evaluations;
    this.termination = termination;
  }

  /** A copy of the best point. */
  public double[] at() {
    return at.clone();
  }

  /** The function there. */
  public double value() {
    return value;
  }

  /** Euclidean norm of the gradient there. */
  public double gradientNorm() {
    return gradientNorm;
  }

  /** How often the function was evaluated. */
  public int evaluations() {
    return evaluations;
  }

  /** How the search ended. */
  public Termination termination() {
    return termination;
  }
}

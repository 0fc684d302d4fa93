package org.transcal.optim;

/**
 * An approximation L·Lᵀ of a Hessian that is easy to invert. In the variables y = Lᵀ·x the function
 * is nearly spherical, so that iterative methods converge in few steps.
 */
public interface Preconditioner {
  /** L⁻¹·g: the gradient in y for one in x. */
  double[] solveLower(double[] gradient);

  /** L⁻ᵀ·y: the point in x for one in y. */
  double[] solveUpper(double[] y);

  /** Lᵀ·x: the point in y for one in x. */
  double[] multiplyUpper(double[] x);

  /** (L·Lᵀ)⁻¹·r. */
  default double[] solve(double[] residual) {
    return solveUpper(solveLower(residual));
  }

  /**
   * A preconditioner with diagonal L.
   *
   * @throws ArithmeticException if one is not positive and finite
   */
  static Preconditioner diagonal(double... diagonal) {
    return new DiagonalPreconditioner(diagonal.clone());
  }
}

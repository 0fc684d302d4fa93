package org.transcal.optim;

/**
 * An approximation L·Lᵀ of a Hessian that is cheap to invert. In the variables y = Lᵀ·x the
 * function is nearly spherical, so that iterative methods converge in few steps.
 */
public interface Preconditioner {
  /** L⁻¹·g: a gradient in x becomes one in y. */
  double[] solveLower(double[] gradient);

  /** L⁻ᵀ·y: a point in y becomes one in x. */
  double[] solveUpper(double[] y);

  /** Lᵀ·x: a point in x becomes one in y. */
  double[] multiplyUpper(double[] x);

  /** (L·Lᵀ)⁻¹·r. */
  default double[] solve(double[] residual) {
    return solveUpper(solveLower(residual));
  }

  /**
   * The diagonal preconditioner: L is the diagonal of the given numbers.
   *
   * @throws ArithmeticException if one is not positive and finite
   */
  static Preconditioner diagonal(double... diagonal) {
    return new DiagonalPreconditioner(diagonal.clone());
  }
}

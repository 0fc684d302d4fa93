package org.transcal.optim;

import java.util.Arrays;

/**
 * An approximation L·Lᵀ of a Hessian that is easy to invert. In the variables y = Lᵀ·x the function
 * is nearly spherical, so that iterative methods converge in few steps.
 */
public interface Preconditioner {
  /** L⁻¹·g: the gradient in y for one in x. */
  double[] solveLower(double[] gradient);

  /** L⁻ᵀ·y: the point in x for one in y. */
  double[] solveUpper(double[] y);

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
    double[] scales = diagonal.clone();
    for (double scale : scales) {
      if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
        throw new ArithmeticException("Scale " + scale + " is not positive and finite");
      }
    }
    return new Preconditioner() {
      @Override
      public double[] solveLower(double[] gradient) {
        double[] scaled = gradient.clone();
        Arrays.setAll(scaled, j -> gradient[j] / scales[j]);
        return scaled;
      }

      @Override
      public double[] solveUpper(double[] y) {
        return solveLower(y);
      }
    };
  }
}

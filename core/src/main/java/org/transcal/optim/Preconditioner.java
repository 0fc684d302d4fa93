package org.transcal.optim;

import java.util.Arrays;

/** An approximation P of a Hessian that is easy to invert. */
@FunctionalInterface
public interface Preconditioner {
  /** P⁻¹·r. */
  double[] solve(double[] residual);

  /**
   * A diagonal preconditioner.
   *
   * @param roots square roots of its elements
   * @throws ArithmeticException if one is not positive and finite
   */
  static Preconditioner diagonal(double... roots) {
    double[] scales = roots.clone();
    for (double scale : scales) {
      if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
        throw new ArithmeticException("Scale " + scale + " is not positive and finite");
      }
    }
    return residual -> {
      double[] solved = residual.clone();
      Arrays.setAll(solved, j -> residual[j] / scales[j] / scales[j]);
      return solved;
    };
  }
}

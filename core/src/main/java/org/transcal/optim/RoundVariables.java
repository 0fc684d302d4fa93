package org.transcal.optim;

/**
 * A linear change of variables y = Lᵀ·x in which a function is rounder, so that searches take fewer
 * steps.
 */
public interface RoundVariables {
  /** L⁻¹·g: a gradient in x becomes one in y. */
  double[] solveLower(double[] gradient);

  /** L⁻ᵀ·y: a point in y becomes one in x. */
  double[] solveUpper(double[] y);

  /** Lᵀ·x: a point in x becomes one in y. */
  double[] multiplyUpper(double[] x);

  /** Each variable in units of its own: L is the diagonal of the given positive numbers. */
  static RoundVariables scaled(double[] diagonal) {
    return new Scales(diagonal.clone());
  }
}

package org.transcal.optim;

import java.util.Arrays;

/** Scales each variable on its own. */
final class DiagonalPreconditioner implements Preconditioner {
  private final double[] diagonal;

  DiagonalPreconditioner(double[] diagonal) {
    for (double scale : diagonal) {
      if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
        throw new ArithmeticException("Scale " + scale + " is not positive and finite");
      }
    }
    this.diagonal = diagonal;
  }

  @Override
  public double[] solveLower(double[] gradient) {
    double[] scaled = new double[diagonal.length];
    Arrays.setAll(scaled, j -> gradient[j] / diagonal[j]);
    return scaled;
  }

  @Override
  public double[] solveUpper(double[] y) {
    return solveLower(y);
  }

  @Override
  public double[] multiplyUpper(double[] x) {
    double[] scaled = new double[diagonal.length];
    Arrays.setAll(scaled, j -> x[j] * diagonal[j]);
    return scaled;
  }
}

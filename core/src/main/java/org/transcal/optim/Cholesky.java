package org.transcal.optim;

/**
 * Lower triangle L of a symmetric positive definite matrix H = L·Lᵀ.
 *
 * <p>As a change of variables x = L⁻ᵀ·y it makes a quadratic with curvature H perfectly round.
 */
public final class Cholesky implements RoundVariables {
  private final double[][] lower;

  private Cholesky(double[][] lower) {
    this.lower = lower;
  }

  /**
   * Factors a matrix of which only the lower triangle is read.
   *
   * @throws ArithmeticException where it is not positive definite
   */
  public static Cholesky of(double[][] symmetric) {
    int size = symmetric.length;
    double[][] lower = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = symmetric[i][j];
        for (int k = 0; k < j; k++) {
          sum -= lower[i][k] * lower[j][k];
        }
        if (i > j) {
          lower[i][j] = sum / lower[j][j];
        } else if (sum > 0 && sum < Double.POSITIVE_INFINITY) {
          lower[i][i] = Math.sqrt(sum);
        } else {
          throw new ArithmeticException("Matrix is not positive definite at row " + i);
        }
      }
    }
    return new Cholesky(lower);
  }

  @Override
  public double[] solveLower(double[] x) {
    double[] solved = x.clone();
    for (int i = 0; i < solved.length; i++) {
      double sum = solved[i];
      for (int k = 0; k < i; k++) {
        sum -= lower[i][k] * solved[k];
      }
      solved[i] = sum / lower[i][i];
    }
    return solved;
  }

  @Override
  public double[] solveUpper(double[] y) {
    double[] solved = y.clone();
    for (int i = solved.length - 1; i >= 0; i--) {
      solved[i] /= lower[i][i];
      for (int k = 0; k < i; k++) {
        solved[k] -= lower[i][k] * solved[i];
      }
    }
    return solved;
  }

  @Override
  public double[] multiplyUpper(double[] x) {
    double[] product = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      for (int k = 0; k <= i; k++) {
        product[k] += lower[i][k] * x[i];
      }
    }
    return product;
  }
}

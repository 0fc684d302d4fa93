package org.transcal.optim;

/**
 * Cholesky factor L of a symmetric positive definite matrix H = L·Lᵀ.
 *
 * <p>Stored as rows of Lᵀ, so that inner loops add one row to another, which C2 vectorises.
 */
public final class Cholesky implements Preconditioner {
  private final double[][] upper;

  private Cholesky(double[][] upper) {
    this.upper = upper;
  }

  /**
   * Factors a matrix of which only the lower triangle is read.
   *
   * @throws ArithmeticException if it is not positive definite
   */
  public static Cholesky of(double[][] symmetric) {
    int size = symmetric.length;
    double[][] upper = new double[size][size];
    for (int j = 0; j < size; j++) {
      for (int i = 0; i <= j; i++) {
        upper[i][j] = symmetric[j][i];
      }
    }
    for (int k = 0; k < size; k++) {
      double[] pivot = upper[k];
      if (!(pivot[k] > 0 && pivot[k] < Double.POSITIVE_INFINITY)) {
        throw new ArithmeticException("Matrix is not positive definite at row " + k);
      }
      double root = Math.sqrt(pivot[k]);
      for (int j = k; j < size; j++) {
        pivot[j] /= root;
      }
      for (int j = k + 1; j < size; j++) {
        addRow(-pivot[j], pivot, upper[j], j);
      }
    }
    return new Cholesky(upper);
  }

  /** y += scale · x, starting at an index. */
  private static void addRow(double scale, double[] x, double[] y, int from) {
    for (int j = from; j < y.length; j++) {
      y[j] += scale * x[j];
    }
  }

  @Override
  public double[] solve(double[] residual) {
    double[] solved = residual.clone();
    for (int i = 0; i < solved.length; i++) {
      solved[i] /= upper[i][i];
      addRow(-solved[i], upper[i], solved, i + 1);
    }
    for (int i = solved.length - 1; i >= 0; i--) {
      for (int j = i + 1; j < solved.length; j++) {
        solved[i] -= upper[i][j] * solved[j];
      }
      solved[i] /= upper[i][i];
    }
    return solved;
  }
}

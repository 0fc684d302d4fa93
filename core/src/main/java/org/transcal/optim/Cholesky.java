package org.transcal.optim;

/**
 * Triangle L of a symmetric positive definite matrix H = L·Lᵀ.
 *
 * <p>As a change of variables x = L⁻ᵀ·y it makes a quadratic with curvature H perfectly round.
 * Stored as rows of Lᵀ, so that the loops that cost most add one row to another: the JVM makes
 * vectors of those.
 */
public final class Cholesky implements RoundVariables {
  private final double[][] upper;

  private Cholesky(double[][] upper) {
    this.upper = upper;
  }

  /**
   * Factors a matrix of which only the lower triangle is read.
   *
   * @throws ArithmeticException where it is not positive definite
   */
  public static Cholesky of(double[][] symmetric) {
    int size = symmetric.length;
    double[][] upper = new double[size][size];
    for (int j = 0; j < size; j++) {
      for (int i = 0; i <= j; i++) {
        upper[i][j] = symmetric[j][i];
      }
    }
    for (int i = 0; i < size; i++) {
      double[] row = upper[i];
      if (!(row[i] > 0 && row[i] < Double.POSITIVE_INFINITY)) {
        throw new ArithmeticException("Matrix is not positive definite at row " + i);
      }
      double root = Math.sqrt(row[i]);
      for (int j = i; j < size; j++) {
        row[j] /= root;
      }
      for (int j = i + 1; j < size; j++) {
        add(-row[j], row, upper[j], j);
      }
    }
    return new Cholesky(upper);
  }

  /** y += scale · x, from an element on. */
  private static void add(double scale, double[] x, double[] y, int from) {
    for (int j = from; j < y.length; j++) {
      y[j] += scale * x[j];
    }
  }

  @Override
  public double[] solveLower(double[] x) {
    double[] solved = x.clone();
    for (int i = 0; i < solved.length; i++) {
      solved[i] /= upper[i][i];
      add(-solved[i], upper[i], solved, i + 1);
    }
    return solved;
  }

  @Override
  public double[] solveUpper(double[] y) {
    double[] solved = y.clone();
    for (int i = solved.length - 1; i >= 0; i--) {
      solved[i] = (solved[i] - dot(upper[i], solved, i + 1)) / upper[i][i];
    }
    return solved;
  }

  @Override
  public double[] multiplyUpper(double[] x) {
    double[] product = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      product[i] = dot(upper[i], x, i);
    }
    return product;
  }

  /** Σ x·y from an element on; four sums need not wait for one another. */
  private static double dot(double[] x, double[] y, int from) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int j = from;
    for (; j + 4 <= x.length; j += 4) {
      a += x[j] * y[j];
      b += x[j + 1] * y[j + 1];
      c += x[j + 2] * y[j + 2];
      d += x[j + 3] * y[j + 3];
    }
    for (; j < x.length; j++) {
      a += x[j] * y[j];
    }
    return (a + b) + (c + d);
  }
}

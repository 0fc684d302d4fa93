package org.transcal.optim;

import org.transcal.kernel.SharedLoop;

/**
 * Triangle L of a symmetric positive definite matrix H = L·Lᵀ.
 *
 * <p>As a change of variables x = L⁻ᵀ·y it makes a quadratic with curvature H perfectly round.
 * Stored as rows of Lᵀ, so that the loops that cost most add one row to another: the JVM makes
 * vectors of those.
 */
public final class Cholesky implements RoundVariables {
  /** Rows that are subtracted from another in one go. */
  private static final int TOGETHER = 4;

  /** Rows below from which sharing them costs less than it saves. */
  private static final int MANY = 384;

  /** Every so-manieth row goes together, since rows get shorter. */
  private static final int STRIPES = 8;

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
    for (int i = 0; i < size; i += TOGETHER) {
      int end = Math.min(size, i + TOGETHER);
      for (int k = i; k < end; k++) {
        scale(upper[k], k);
        for (int j = k + 1; j < end; j++) {
          add(-upper[k][j], upper[k], upper[j], j);
        }
      }
      subtractFromRest(upper, i, end);
    }
    return new Cholesky(upper);
  }

  /** Divides a row by the root of its diagonal element. */
  private static void scale(double[] row, int i) {
    if (!(row[i] > 0 && row[i] < Double.POSITIVE_INFINITY)) {
      throw new ArithmeticException("Matrix is not positive definite at row " + i);
    }
    double root = Math.sqrt(row[i]);
    for (int j = i; j < row.length; j++) {
      row[j] /= root;
    }
  }

  /** Subtracts rows {@code from} to {@code to} from all below, which threads share if many. */
  private static void subtractFromRest(double[][] upper, int from, int to) {
    int left = upper.length - to;
    int stripes = left < MANY ? 1 : STRIPES;
    SharedLoop.run(
        stripes,
        stripe -> {
          for (int j = to + stripe; j < upper.length; j += stripes) {
            subtract(upper, from, to, upper[j], j);
          }
        });
  }

  /** Subtracts rows {@code from} to {@code to}, each as often as its element, from one below. */
  private static void subtract(double[][] upper, int from, int to, double[] y, int row) {
    if (to - from < TOGETHER) {
      for (int k = from; k < to; k++) {
        add(-upper[k][row], upper[k], y, row);
      }
      return;
    }
    double[] a = upper[from];
    double[] b = upper[from + 1];
    double[] c = upper[from + 2];
    double[] d = upper[from + 3];
    double scaleA = a[row];
    double scaleB = b[row];
    double scaleC = c[row];
    double scaleD = d[row];
    for (int j = row; j < y.length; j++) {
      y[j] -= (scaleA * a[j] + scaleB * b[j]) + (scaleC * c[j] + scaleD * d[j]);
    }
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

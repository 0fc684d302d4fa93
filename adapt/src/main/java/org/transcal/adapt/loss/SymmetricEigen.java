package org.transcal.adapt.loss;

/**
 * Eigenvalues and orthonormal eigenvectors of a small symmetric matrix, by Jacobi's rotations.
 *
 * @param values in no order
 * @param vectors one column an eigenvalue
 */
record SymmetricEigen(double[] values, double[][] vectors) {
  private static final int MOST_SWEEPS = 60;
  private static final double NEGLIGIBLE = 1e-30;

  static SymmetricEigen of(double[][] symmetric) {
    int n = symmetric.length;
    double[][] a = new double[n][];
    double[][] v = new double[n][n];
    double scale = 0;
    for (int i = 0; i < n; i++) {
      a[i] = symmetric[i].clone();
      v[i][i] = 1;
      for (double value : a[i]) {
        scale += value * value;
      }
    }
    for (int sweep = 0; sweep < MOST_SWEEPS && offDiagonal(a) > NEGLIGIBLE * scale; sweep++) {
      for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
          rotate(a, v, p, q);
        }
      }
    }
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = a[i][i];
    }
    return new SymmetricEigen(values, v);
  }

  private static double offDiagonal(double[][] a) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < i; j++) {
        sum += a[i][j] * a[i][j];
      }
    }
    return sum;
  }

  /** Turns rows and columns p and q so that their common element becomes 0. */
  private static void rotate(double[][] a, double[][] v, int p, int q) {
    if (a[p][q] == 0) {
      return;
    }
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.hypot(theta, 1));
    double c = 1 / Math.hypot(t, 1);
    double s = t * c;
    for (int k = 0; k < a.length; k++) {
      double kp = a[k][p];
      double kq = a[k][q];
      a[k][p] = c * kp - s * kq;
      a[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < a.length; k++) {
      double pk = a[p][k];
      double qk = a[q][k];
      a[p][k] = c * pk - s * qk;
      a[q][k] = s * pk + c * qk;
      double kp = v[k][p];
      double kq = v[k][q];
      v[k][p] = c * kp - s * kq;
      v[k][q] = s * kp + c * kq;
    }
  }
}

package org.transcal.optim;

import java.util.Arrays;

/** Eigenvalues and eigenvectors of a symmetric matrix by Jacobi rotations, largest value first. */
public final class SymmetricEigen {
  private static final int SWEEPS = 60;

  private final double[] values;
  private final double[][] vectors;

  private SymmetricEigen(double[] values, double[][] vectors) {
    this.values = values;
    this.vectors = vectors;
  }

  /** Decomposes a matrix without changing it. */
  public static SymmetricEigen of(double[][] symmetric) {
    int size = symmetric.length;
    double[][] a = new double[size][];
    double[][] v = new double[size][size];
    for (int i = 0; i < size; i++) {
      a[i] = symmetric[i].clone();
      v[i][i] = 1;
    }
    double scale = largest(a, 0);
    for (int sweep = 0; sweep < SWEEPS && largest(a, 1) > 1e-15 * scale; sweep++) {
      for (int p = 0; p < size; p++) {
        for (int q = p + 1; q < size; q++) {
          rotate(a, v, p, q);
        }
      }
    }
    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (i, j) -> Double.compare(a[j][j], a[i][i]));
    double[] values = new double[size];
    double[][] vectors = new double[size][size];
    for (int i = 0; i < size; i++) {
      values[i] = a[order[i]][order[i]];
      for (int k = 0; k < size; k++) {
        vectors[i][k] = v[k][order[i]];
      }
    }
    return new SymmetricEigen(values, vectors);
  }

  /** The i-th largest eigenvalue. */
  public double value(int i) {
    return values[i];
  }

  /** A copy of the unit eigenvector of the i-th largest eigenvalue. */
  public double[] vector(int i) {
    return vectors[i].clone();
  }

  /** Rotates rows and columns p and q so that element (p, q) becomes 0. */
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
      double vp = v[k][p];
      double vq = v[k][q];
      v[k][p] = c * vp - s * vq;
      v[k][q] = s * vp + c * vq;
    }
  }

  /** Largest magnitude from the given diagonal on; 0 is the main one. */
  private static double largest(double[][] a, int diagonal) {
    double largest = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = i + diagonal; j < a.length; j++) {
        largest = Math.max(largest, Math.abs(a[i][j]));
      }
    }
    return largest;
  }
}

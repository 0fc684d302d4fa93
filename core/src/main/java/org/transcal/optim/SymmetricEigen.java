package org.transcal.optim;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

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
    int[] order =
        IntStream.range(0, size)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -a[i][i]))
            .mapToInt(i -> i)
            .toArray();
    return new SymmetricEigen(
        Arrays.stream(order).mapToDouble(i -> a[i][i]).toArray(),
        Arrays.stream(order).mapToObj(i -> v[i]).toArray(double[][]::new));
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
    for (double[] row : a) {
      double first = row[p];
      double second = row[q];
      row[p] = c * first - s * second;
      row[q] = s * first + c * second;
    }
    turn(a[p], a[q], c, s);
    turn(v[p], v[q], c, s);
  }

  private static void turn(double[] x, double[] y, double c, double s) {
    for (int k = 0; k < x.length; k++) {
      double first = x[k];
      double second = y[k];
      x[k] = c * first - s * second;
      y[k] = s * first + c * second;
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

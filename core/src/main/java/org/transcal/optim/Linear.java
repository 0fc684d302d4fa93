package org.transcal.optim;

/** Vector operations. */
final class Linear {
  private Linear() {}

  /** Σ x·y. */
  static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += x[j] * y[j];
    }
    return sum;
  }

  /** Euclidean length. */
  static double norm(double[] x) {
    return Math.sqrt(dot(x, x));
  }

  /** y += scale · x. */
  static void axpy(double scale, double[] x, double[] y) {
    for (int j = 0; j < y.length; j++) {
      y[j] += scale * x[j];
    }
  }
}

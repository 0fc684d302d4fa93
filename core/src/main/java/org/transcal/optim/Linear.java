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

  /** Fails unless a search can start here. */
  static void requireFinite(double value, double[] gradient) {
    double norm = norm(gradient);
    if (!Double.isFinite(value) || !Double.isFinite(norm)) {
      String start = value + " with a gradient norm of " + norm + " at the start";
      throw new ArithmeticException(
          "The function to minimise is " + start + "; both must be finite");
    }
  }
}

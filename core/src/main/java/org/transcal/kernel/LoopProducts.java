package org.transcal.kernel;

/** Inner products and scaled sums. */
final class LoopProducts {
  private LoopProducts() {}

  static double dot(float[] x, int start, double[] y, int count) {
    double even = 0;
    double odd = 0;
    int j = 0;
    for (; j + 1 < count; j += 2) {
      even += x[start + j] * y[j];
      odd += x[start + j + 1] * y[j + 1];
    }
    return (j < count ? even + x[start + j] * y[j] : even) + odd;
  }

  static void axpy(double scale, float[] x, int start, double[] y, int count) {
    for (int j = 0; j < count; j++) {
      y[j] += scale * x[start + j];
    }
  }

  static double dot(double[] x, int start, double[] y, int count) {
    double even = 0;
    double odd = 0;
    int j = 0;
    for (; j + 1 < count; j += 2) {
      even += x[start + j] * y[j];
      odd += x[start + j + 1] * y[j + 1];
    }
    return (j < count ? even + x[start + j] * y[j] : even) + odd;
  }

  static void axpy(double scale, double[] x, int start, double[] y, int count) {
    for (int j = 0; j < count; j++) {
      y[j] += scale * x[start + j];
    }
  }
}

package org.transcal.kernel;

/** Inner products and scaled sums, in double precision. */
final class LoopProducts {
  private LoopProducts() {}

  /** Four rows share each load of y, and their sums are independent. */
  static void fourDots(
      float[] x, int columns, int[] rows, int i, double[] y, double[] products, int at) {
    int a = rows[i] * columns;
    int b = rows[i + 1] * columns;
    int c = rows[i + 2] * columns;
    int d = rows[i + 3] * columns;
    double sumA = 0;
    double sumB = 0;
    double sumC = 0;
    double sumD = 0;
    for (int j = 0; j < columns; j++) {
      double factor = y[j];
      sumA += x[a + j] * factor;
      sumB += x[b + j] * factor;
      sumC += x[c + j] * factor;
      sumD += x[d + j] * factor;
    }
    products[at] = sumA;
    products[at + 1] = sumB;
    products[at + 2] = sumC;
    products[at + 3] = sumD;
  }

  /** Four rows share each load and store of y. */
  static void addFour(
      float[] x, int columns, int[] rows, int i, double[] scales, int at, double[] y) {
    int a = rows[i] * columns;
    int b = rows[i + 1] * columns;
    int c = rows[i + 2] * columns;
    int d = rows[i + 3] * columns;
    double scaleA = scales[at];
    double scaleB = scales[at + 1];
    double scaleC = scales[at + 2];
    double scaleD = scales[at + 3];
    for (int j = 0; j < columns; j++) {
      y[j] += (scaleA * x[a + j] + scaleB * x[b + j]) + (scaleC * x[c + j] + scaleD * x[d + j]);
    }
  }

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

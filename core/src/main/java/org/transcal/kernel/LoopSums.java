package org.transcal.kernel;

/**
 * Maxima and sums of floats with several independent accumulators; segments of {@value #SEGMENT}
 * elements are added in single precision, their totals in double.
 */
final class LoopSums {
  private static final int SEGMENT = 128;

  private LoopSums() {}

  /** The largest value. */
  static float max(float[] x, int start, int count) {
    float a = x[start];
    float b = a;
    float c = a;
    float d = a;
    int end = start + count;
    int j = start;
    for (; j + 4 <= end; j += 4) {
      a = Math.max(a, x[j]);
      b = Math.max(b, x[j + 1]);
      c = Math.max(c, x[j + 2]);
      d = Math.max(d, x[j + 3]);
    }
    for (; j < end; j++) {
      a = Math.max(a, x[j]);
    }
    return Math.max(Math.max(a, b), Math.max(c, d));
  }

  static double sum(float[] x, int start, int count) {
    double total = 0;
    int to = start + count;
    for (int begin = start; begin < to; begin += SEGMENT) {
      int end = Math.min(to, begin + SEGMENT);
      float a = 0;
      float b = 0;
      float c = 0;
      float d = 0;
      float e = 0;
      float f = 0;
      float g = 0;
      float h = 0;
      int j = begin;
      for (; j + 8 <= end; j += 8) {
        a += x[j];
        b += x[j + 1];
        c += x[j + 2];
        d += x[j + 3];
        e += x[j + 4];
        f += x[j + 5];
        g += x[j + 6];
        h += x[j + 7];
      }
      for (; j < end; j++) {
        a += x[j];
      }
      total += ((a + b) + (c + d)) + ((e + f) + (g + h));
    }
    return total;
  }

  static double dot(float[] x, float[] y, int start, int count) {
    double total = 0;
    int to = start + count;
    for (int begin = start; begin < to; begin += SEGMENT) {
      int end = Math.min(to, begin + SEGMENT);
      float a = 0;
      float b = 0;
      float c = 0;
      float d = 0;
      int j = begin;
      for (; j + 4 <= end; j += 4) {
        a += x[j] * y[j];
        b += x[j + 1] * y[j + 1];
        c += x[j + 2] * y[j + 2];
        d += x[j + 3] * y[j + 3];
      }
      for (; j < end; j++) {
        a += x[j] * y[j];
      }
      total += (a + b) + (c + d);
    }
    return total;
  }
}

package org.transcal.kernel;

/**
 * Plain loops that run on every JVM; the static ones serve all kernels, since the JVM makes vectors
 * of them by itself or they run too seldom to repay compiling vectors.
 */
final class ScalarKernel implements Kernel {
  private static final int CHUNK = 1024;

  @Override
  public void exp(double[] x, int count) {
    for (int j = 0; j < count; j++) {
      x[j] = Math.exp(x[j]);
    }
  }

  @Override
  public void moments(
      float[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    for (int i = from; i < to; i++) {
      double max = max(z, i * columns, columns);
      double zeroth = 0;
      double first = 0;
      double second = 0;
      for (int j = i * columns; j < (i + 1) * columns; j++) {
        double gap = z[j] - max;
        double e = gap == 0 ? 1 : Math.exp(gap * inverse);
        // 0 times a gap, or its square, that has overflowed would be NaN.
        if (e > 0) {
          zeroth += e;
          first += e * gap;
          second += e * gap * gap;
        }
      }
      moments.max[i - from] = max;
      moments.zeroth[i - from] = zeroth;
      moments.first[i - from] = first;
      moments.second[i - from] = second;
    }
  }

  @Override
  public void moments(
      double[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    for (int i = from; i < to; i++) {
      double max = max(z, i * columns, columns);
      double zeroth = 0;
      double first = 0;
      double second = 0;
      for (int j = i * columns; j < (i + 1) * columns; j++) {
        double gap = z[j] - max;
        double e = gap == 0 ? 1 : Math.exp(gap * inverse);
        // 0 times a gap, or its square, that has overflowed would be NaN.
        if (e > 0) {
          zeroth += e;
          first += e * gap;
          second += e * gap * gap;
        }
      }
      moments.max[i - from] = max;
      moments.zeroth[i - from] = zeroth;
      moments.first[i - from] = first;
      moments.second[i - from] = second;
    }
  }

  @Override
  public void singleMoments(
      float[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    moments(z, columns, from, to, inverse, moments);
  }

  @Override
  public double nearestInSingle(double inverse) {
    return inverse;
  }

  @Override
  public void softmax(
      float[] z, int columns, int from, int to, double inverse, float[] target, int at) {
    for (int i = from; i < to; i++) {
      int start = i * columns;
      int place = at + (i - from) * columns;
      double max = max(z, start, columns);
      double sum = 0;
      for (int j = 0; j < columns; j++) {
        double e = Math.exp((z[start + j] - max) * inverse);
        sum += e;
        target[place + j] = (float) e;
      }
      float scale = (float) (1 / sum);
      for (int j = place; j < place + columns; j++) {
        target[j] *= scale;
      }
    }
  }

  @Override
  public void dots(
      float[] x, int columns, int[] rows, int from, int to, double[] y, double[] products) {
    for (int i = from; i < to; i++) {
      products[i - from] = dot(x, rows[i] * columns, y, columns);
    }
  }

  @Override
  public void addRows(
      float[] x, int columns, int[] rows, int from, int to, double[] scales, double[] y) {
    for (int i = from; i < to; i++) {
      axpy(scales[i - from], x, rows[i] * columns, y, columns);
    }
  }

  @Override
  public void addCurvature(
      float[] x,
      int columns,
      int[] rows,
      int from,
      int to,
      double[] weights,
      double[] vector,
      double offset,
      double[] sums) {
    for (int i = from; i < to; i++) {
      int start = rows[i] * columns;
      double scale = weights[i] * (dot(x, start, vector, columns) + offset);
      axpy(scale, x, start, sums, columns);
      sums[columns] += scale;
    }
  }

  @Override
  public void addProducts(
      float[][] x, int from, int to, int left, int right, float[] sums, int at) {
    for (int k = 0; k < 8; k++) {
      float[] first = x[left + k / 2];
      float[] second = x[right + k % 2];
      float a = 0;
      float b = 0;
      float c = 0;
      float d = 0;
      for (int i = from; i < to; i += 4) {
        a += first[i] * second[i];
        b += first[i + 1] * second[i + 1];
        c += first[i + 2] * second[i + 2];
        d += first[i + 3] * second[i + 3];
      }
      sums[at + k] += (a + b) + (c + d);
    }
  }

  /** The elements {@code from} to {@code to} in single precision. */
  static float[] single(double[] x, int from, int to) {
    float[] single = new float[to - from];
    for (int j = from; j < to; j++) {
      single[j - from] = (float) x[j];
    }
    return single;
  }

  /** Whether no value is NaN or infinite, nor would be if multiplied by a factor. */
  static boolean allFinite(float[] x, int start, int count, float factor) {
    // A copy starts at 0 as the sums do: only loops with one index become vectors.
    float[] near = new float[Math.min(count, CHUNK)];
    float[] sums = new float[near.length];
    for (int begin = 0; begin < count; begin += CHUNK) {
      int size = Math.min(CHUNK, count - begin);
      System.arraycopy(x, start + begin, near, 0, size);
      addNothing(near, size, factor, sums);
    }
    float total = 0;
    for (float sum : sums) {
      total += sum;
    }
    return total == 0;
  }

  /** 0 times NaN or infinity is NaN, and NaN stays in a sum. */
  private static void addNothing(float[] x, int count, float factor, float[] sums) {
    for (int j = 0; j < count; j++) {
      sums[j] += 0 * (factor * x[j]);
    }
  }

  @Override
  public double max(float[] z, int start, int count) {
    float best = z[start];
    for (int j = start + 1; j < start + count; j++) {
      best = Math.max(best, z[j]);
    }
    return best;
  }

  static double dot(float[] x, int start, double[] y, int count) {
    double even = 0;
    double odd = 0;
    int j = 0;
    for (; j + 1 < count; j += 2) {
      even += x[start + j] * y[j];
      odd += x[start + j + 1] * y[j + 1];
    }
    if (j < count) {
      even += x[start + j] * y[j];
    }
    return even + odd;
  }

  static void axpy(double scale, float[] x, int start, double[] y, int count) {
    for (int j = 0; j < count; j++) {
      y[j] += scale * x[start + j];
    }
  }

  @Override
  public double max(double[] z, int start, int count) {
    double best = z[start];
    for (int j = start + 1; j < start + count; j++) {
      best = Math.max(best, z[j]);
    }
    return best;
  }

  static double dot(double[] x, int start, double[] y, int count) {
    double even = 0;
    double odd = 0;
    int j = 0;
    for (; j + 1 < count; j += 2) {
      even += x[start + j] * y[j];
      odd += x[start + j + 1] * y[j + 1];
    }
    if (j < count) {
      even += x[start + j] * y[j];
    }
    return even + odd;
  }

  static void axpy(double scale, double[] x, int start, double[] y, int count) {
    for (int j = 0; j < count; j++) {
      y[j] += scale * x[start + j];
    }
  }
}

package org.transcal.kernel;

import java.util.Arrays;

/** The obvious loops, in double precision: what the fast ones must agree with. */
final class ReferenceKernel {
  void moments(float[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    double[] doubles = new double[z.length];
    Arrays.setAll(doubles, j -> z[j]);
    moments(doubles, columns, from, to, inverse, moments);
  }

  void moments(double[] z, int columns, int from, int to, double inverse, RowMoments moments) {
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
      moments.max()[i - from] = max;
      moments.zeroth()[i - from] = zeroth;
      moments.first()[i - from] = first;
      moments.second()[i - from] = second;
    }
  }

  void softmax(float[] z, int columns, int from, int to, double inverse, float[] target, int at) {
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

  void dots(float[] x, int columns, int[] rows, int from, int to, double[] y, double[] products) {
    for (int i = from; i < to; i++) {
      for (int j = 0; j < columns; j++) {
        products[i - from] += x[rows[i] * columns + j] * y[j];
      }
    }
  }

  void addRows(float[] x, int columns, int[] rows, int from, int to, double[] scales, double[] y) {
    for (int i = from; i < to; i++) {
      for (int j = 0; j < columns; j++) {
        y[j] += scales[i - from] * x[rows[i] * columns + j];
      }
    }
  }

  double max(float[] z, int start, int count) {
    float best = z[start];
    for (int j = start + 1; j < start + count; j++) {
      best = Math.max(best, z[j]);
    }
    return best;
  }

  double max(double[] z, int start, int count) {
    double best = z[start];
    for (int j = start + 1; j < start + count; j++) {
      best = Math.max(best, z[j]);
    }
    return best;
  }
}

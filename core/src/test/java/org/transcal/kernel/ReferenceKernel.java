package org.transcal.kernel;

import java.util.Arrays;

/** The obvious loops, in double precision: what every other kernel must agree with. */
final class ReferenceKernel implements Kernel {
  @Override
  public String name() {
    return "reference";
  }

  @Override
  public void exp(double[] x, int count) {
    for (int j = 0; j < count; j++) {
      x[j] = Math.exp(x[j]);
    }
  }

  @Override
  public void moments(
      float[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    double[] doubles = new double[z.length];
    Arrays.setAll(doubles, j -> z[j]);
    moments(doubles, columns, from, to, inverse, moments);
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
      moments.set(i - from, max, zeroth, first, second);
    }
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
  public void fourDots(
      float[] x, int columns, int[] rows, int i, double[] y, double[] products, int at) {
    for (int r = 0; r < 4; r++) {
      products[at + r] = 0;
      for (int j = 0; j < columns; j++) {
        products[at + r] += x[rows[i + r] * columns + j] * y[j];
      }
    }
  }

  @Override
  public void addFour(
      float[] x, int columns, int[] rows, int i, double[] scales, int at, double[] y) {
    for (int r = 0; r < 4; r++) {
      for (int j = 0; j < columns; j++) {
        y[j] += scales[at + r] * x[rows[i + r] * columns + j];
      }
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

  @Override
  public double max(double[] z, int start, int count) {
    double best = z[start];
    for (int j = start + 1; j < start + count; j++) {
      best = Math.max(best, z[j]);
    }
    return best;
  }
}

package org.transcal.kernel;

/** Products of rows by plain loops, see {@link LoopKernel}: four rows at a time. */
final class LoopProducts {
  private LoopProducts() {}

  /** See {@link Kernel#dots}. */
  static void dots(
      float[] x, int columns, int[] rows, int from, int to, double[] y, double[] products) {
    int i = from;
    for (; i + 4 <= to; i += 4) {
      fourDots(x, columns, rows, i, y, products, i - from);
    }
    for (; i < to; i++) {
      products[i - from] = ScalarKernel.dot(x, rows[i] * columns, y, columns);
    }
  }

  /** Four rows share each load of y, and none of their sums waits for another. */
  private static void fourDots(
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

  /** See {@link Kernel#addRows}. */
  static void addRows(
      float[] x, int columns, int[] rows, int from, int to, double[] scales, double[] y) {
    int i = from;
    for (; i + 4 <= to; i += 4) {
      addFour(x, columns, rows, i, scales, i - from, y);
    }
    for (; i < to; i++) {
      ScalarKernel.axpy(scales[i - from], x, rows[i] * columns, y, columns);
    }
  }

  /** Four rows share each load and store of y. */
  private static void addFour(
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

  /** See {@link Kernel#addCurvature}. */
  static void addCurvature(
      float[] x,
      int columns,
      int[] rows,
      int from,
      int to,
      double[] weights,
      double[] vector,
      double offset,
      double[] sums) {
    float[] y = ScalarKernel.single(vector, 0, columns);
    float[] parts = new float[columns];
    // Copies start at 0 as y and parts do: only loops with one index for all become vectors.
    float[][] near = new float[4][columns];
    double total = 0;
    int i = from;
    for (; i + 4 <= to; i += 4) {
      for (int k = 0; k < 4; k++) {
        System.arraycopy(x, rows[i + k] * columns, near[k], 0, columns);
      }
      total += addFour(near[0], near[1], near[2], near[3], weights, i, y, offset, parts);
    }
    for (; i < to; i++) {
      System.arraycopy(x, rows[i] * columns, near[0], 0, columns);
      double scale = weights[i] * (dot(near[0], y) + offset);
      add((float) scale, near[0], parts);
      total += scale;
    }
    for (int j = 0; j < columns; j++) {
      sums[j] += parts[j];
    }
    sums[columns] += total;
  }

  private static double addFour(
      float[] a,
      float[] b,
      float[] c,
      float[] d,
      double[] weights,
      int at,
      float[] y,
      double offset,
      float[] parts) {
    double scaleA = weights[at] * (dot(a, y) + offset);
    double scaleB = weights[at + 1] * (dot(b, y) + offset);
    double scaleC = weights[at + 2] * (dot(c, y) + offset);
    double scaleD = weights[at + 3] * (dot(d, y) + offset);
    add((float) scaleA, a, (float) scaleB, b, (float) scaleC, c, (float) scaleD, d, parts);
    return (scaleA + scaleB) + (scaleC + scaleD);
  }

  private static void add(
      float scaleA,
      float[] a,
      float scaleB,
      float[] b,
      float scaleC,
      float[] c,
      float scaleD,
      float[] d,
      float[] parts) {
    for (int j = 0; j < parts.length; j++) {
      parts[j] += (scaleA * a[j] + scaleB * b[j]) + (scaleC * c[j] + scaleD * d[j]);
    }
  }

  private static void add(float scale, float[] x, float[] parts) {
    for (int j = 0; j < parts.length; j++) {
      parts[j] += scale * x[j];
    }
  }

  private static float dot(float[] x, float[] y) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    float e = 0;
    float f = 0;
    float g = 0;
    float h = 0;
    int j = 0;
    for (; j + 8 <= y.length; j += 8) {
      a += x[j] * y[j];
      b += x[j + 1] * y[j + 1];
      c += x[j + 2] * y[j + 2];
      d += x[j + 3] * y[j + 3];
      e += x[j + 4] * y[j + 4];
      f += x[j + 5] * y[j + 5];
      g += x[j + 6] * y[j + 6];
      h += x[j + 7] * y[j + 7];
    }
    for (; j < y.length; j++) {
      a += x[j] * y[j];
    }
    return ((a + b) + (c + d)) + ((e + f) + (g + h));
  }

  /** See {@link Kernel#addProducts}. */
  static void addProducts(
      float[][] x, int from, int to, int left, int right, float[] sums, int at) {
    float[] a = x[left];
    float[] b = x[left + 1];
    float[] c = x[left + 2];
    float[] d = x[left + 3];
    float[] e = x[right];
    float[] f = x[right + 1];
    float ae = 0;
    float af = 0;
    float be = 0;
    float bf = 0;
    float ce = 0;
    float cf = 0;
    float de = 0;
    float df = 0;
    for (int i = from; i < to; i++) {
      float first = e[i];
      float second = f[i];
      ae += a[i] * first;
      af += a[i] * second;
      be += b[i] * first;
      bf += b[i] * second;
      ce += c[i] * first;
      cf += c[i] * second;
      de += d[i] * first;
      df += d[i] * second;
    }
    sums[at] += ae;
    sums[at + 1] += af;
    sums[at + 2] += be;
    sums[at + 3] += bf;
    sums[at + 4] += ce;
    sums[at + 5] += cf;
    sums[at + 6] += de;
    sums[at + 7] += df;
  }
}

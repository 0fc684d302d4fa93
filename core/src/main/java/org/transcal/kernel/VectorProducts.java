package org.transcal.kernel;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of rows in single precision, for curvature: a search that only asks which way to go
 * needs no more digits. Lanes are added in an order of our own, see {@link VectorSingle}.
 */
final class VectorProducts {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;

  /** Elements of a vector. */
  static final int LANES = FLOATS.length();

  /** Rows whose scores are at hand at once, and whose elements are still near when added. */
  private static final int CHUNK = 16;

  private VectorProducts() {}

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
    float[] scales = new float[CHUNK];
    float[] lanes = new float[4 * LANES];
    double total = 0;
    for (int start = from; start < to; start += CHUNK) {
      int end = Math.min(to, start + CHUNK);
      int i = start;
      for (; i + 4 <= end; i += 4) {
        fourDots(x, columns, rows, i, y, lanes, scales, i - start);
      }
      for (; i < end; i++) {
        scales[i - start] = dot(x, rows[i] * columns, y);
      }
      for (int k = 0; k < end - start; k++) {
        double scale = weights[start + k] * (scales[k] + offset);
        total += scale;
        scales[k] = (float) scale;
      }
      i = start;
      for (; i + 4 <= end; i += 4) {
        addFour(x, columns, rows, i, scales, i - start, parts);
      }
      for (; i < end; i++) {
        add(scales[i - start], x, rows[i] * columns, parts);
      }
    }
    for (int j = 0; j < columns; j++) {
      sums[j] += parts[j];
    }
    sums[columns] += total;
  }

  /** Four rows share each load of y. */
  private static void fourDots(
      float[] x, int columns, int[] rows, int i, float[] y, float[] lanes, float[] dots, int at) {
    int a = rows[i] * columns;
    int b = rows[i + 1] * columns;
    int c = rows[i + 2] * columns;
    int d = rows[i + 3] * columns;
    FloatVector sumA = FloatVector.zero(FLOATS);
    FloatVector sumB = FloatVector.zero(FLOATS);
    FloatVector sumC = FloatVector.zero(FLOATS);
    FloatVector sumD = FloatVector.zero(FLOATS);
    int whole = columns - columns % LANES;
    for (int j = 0; j < whole; j += LANES) {
      FloatVector factor = FloatVector.fromArray(FLOATS, y, j);
      sumA = FloatVector.fromArray(FLOATS, x, a + j).fma(factor, sumA);
      sumB = FloatVector.fromArray(FLOATS, x, b + j).fma(factor, sumB);
      sumC = FloatVector.fromArray(FLOATS, x, c + j).fma(factor, sumC);
      sumD = FloatVector.fromArray(FLOATS, x, d + j).fma(factor, sumD);
    }
    sumA.intoArray(lanes, 0);
    sumB.intoArray(lanes, LANES);
    sumC.intoArray(lanes, 2 * LANES);
    sumD.intoArray(lanes, 3 * LANES);
    for (int k = 0; k < 4; k++) {
      float even = 0;
      float odd = 0;
      for (int l = k * LANES; l < (k + 1) * LANES; l += 2) {
        even += lanes[l];
        odd += lanes[l + 1];
      }
      int start = rows[i + k] * columns;
      for (int l = whole; l < columns; l++) {
        even += x[start + l] * y[l];
      }
      dots[at + k] = even + odd;
    }
  }

  private static float dot(float[] x, int start, float[] y) {
    float even = 0;
    float odd = 0;
    int j = 0;
    for (; j + 1 < y.length; j += 2) {
      even += x[start + j] * y[j];
      odd += x[start + j + 1] * y[j + 1];
    }
    return j < y.length ? even + odd + x[start + j] * y[j] : even + odd;
  }

  /** Four rows share each load and store of y. */
  private static void addFour(
      float[] x, int columns, int[] rows, int i, float[] scales, int at, float[] y) {
    int a = rows[i] * columns;
    int b = rows[i + 1] * columns;
    int c = rows[i + 2] * columns;
    int d = rows[i + 3] * columns;
    FloatVector scaleA = FloatVector.broadcast(FLOATS, scales[at]);
    FloatVector scaleB = FloatVector.broadcast(FLOATS, scales[at + 1]);
    FloatVector scaleC = FloatVector.broadcast(FLOATS, scales[at + 2]);
    FloatVector scaleD = FloatVector.broadcast(FLOATS, scales[at + 3]);
    int whole = columns - columns % LANES;
    for (int j = 0; j < whole; j += LANES) {
      FloatVector sum =
          FloatVector.fromArray(FLOATS, x, a + j).fma(scaleA, FloatVector.fromArray(FLOATS, y, j));
      sum = FloatVector.fromArray(FLOATS, x, b + j).fma(scaleB, sum);
      sum = FloatVector.fromArray(FLOATS, x, c + j).fma(scaleC, sum);
      FloatVector.fromArray(FLOATS, x, d + j).fma(scaleD, sum).intoArray(y, j);
    }
    for (int j = whole; j < columns; j++) {
      y[j] =
          y[j]
              + scales[at] * x[a + j]
              + scales[at + 1] * x[b + j]
              + scales[at + 2] * x[c + j]
              + scales[at + 3] * x[d + j];
    }
  }

  /** See {@link SingleSquares}. */
  static void addSquares(
      float[] x,
      int columns,
      int[] rows,
      int from,
      int to,
      double[] scales,
      double[] center,
      double[] sums) {
    float[] middle = ScalarKernel.single(center, 0, columns);
    float[] parts = new float[columns];
    int i = from;
    for (; i + 4 <= to; i += 4) {
      addFourSquares(x, columns, rows, i, scales, i - from, middle, parts);
    }
    for (int j = 0; j < columns; j++) {
      sums[j] += parts[j];
    }
    SingleSquares.add(
        x, columns, rows, i, to, Arrays.copyOfRange(scales, i - from, to - from), center, sums);
  }

  private static void addFourSquares(
      float[] x,
      int columns,
      int[] rows,
      int i,
      double[] scales,
      int at,
      float[] middle,
      float[] y) {
    int a = rows[i] * columns;
    int b = rows[i + 1] * columns;
    int c = rows[i + 2] * columns;
    int d = rows[i + 3] * columns;
    float scaleA = (float) scales[at];
    float scaleB = (float) scales[at + 1];
    float scaleC = (float) scales[at + 2];
    float scaleD = (float) scales[at + 3];
    int whole = columns - columns % LANES;
    for (int j = 0; j < whole; j += LANES) {
      FloatVector from = FloatVector.fromArray(FLOATS, middle, j);
      FloatVector gap = FloatVector.fromArray(FLOATS, x, a + j).sub(from);
      FloatVector sum = gap.mul(scaleA).fma(gap, FloatVector.fromArray(FLOATS, y, j));
      gap = FloatVector.fromArray(FLOATS, x, b + j).sub(from);
      sum = gap.mul(scaleB).fma(gap, sum);
      gap = FloatVector.fromArray(FLOATS, x, c + j).sub(from);
      sum = gap.mul(scaleC).fma(gap, sum);
      gap = FloatVector.fromArray(FLOATS, x, d + j).sub(from);
      gap.mul(scaleD).fma(gap, sum).intoArray(y, j);
    }
    for (int j = whole; j < columns; j++) {
      float gapA = x[a + j] - middle[j];
      float gapB = x[b + j] - middle[j];
      float gapC = x[c + j] - middle[j];
      float gapD = x[d + j] - middle[j];
      y[j] +=
          (scaleA * gapA * gapA + scaleB * gapB * gapB)
              + (scaleC * gapC * gapC + scaleD * gapD * gapD);
    }
  }

  private static void add(float scale, float[] x, int start, float[] y) {
    for (int j = 0; j < y.length; j++) {
      y[j] += scale * x[start + j];
    }
  }

  /**
   * See {@link Kernel#addProducts}: four columns by two. Nothing is broadcast, which costs more
   * than a product.
   */
  static void addProducts(
      float[][] x, int from, int to, int left, int right, float[] sums, int at) {
    float[] a = x[left];
    float[] b = x[left + 1];
    float[] c = x[left + 2];
    float[] d = x[left + 3];
    float[] e = x[right];
    float[] f = x[right + 1];
    FloatVector ae = FloatVector.zero(FLOATS);
    FloatVector af = FloatVector.zero(FLOATS);
    FloatVector be = FloatVector.zero(FLOATS);
    FloatVector bf = FloatVector.zero(FLOATS);
    FloatVector ce = FloatVector.zero(FLOATS);
    FloatVector cf = FloatVector.zero(FLOATS);
    FloatVector de = FloatVector.zero(FLOATS);
    FloatVector df = FloatVector.zero(FLOATS);
    for (int i = from; i < to; i += LANES) {
      FloatVector first = FloatVector.fromArray(FLOATS, e, i);
      FloatVector second = FloatVector.fromArray(FLOATS, f, i);
      FloatVector other = FloatVector.fromArray(FLOATS, a, i);
      ae = other.fma(first, ae);
      af = other.fma(second, af);
      other = FloatVector.fromArray(FLOATS, b, i);
      be = other.fma(first, be);
      bf = other.fma(second, bf);
      other = FloatVector.fromArray(FLOATS, c, i);
      ce = other.fma(first, ce);
      cf = other.fma(second, cf);
      other = FloatVector.fromArray(FLOATS, d, i);
      de = other.fma(first, de);
      df = other.fma(second, df);
    }
    float[] lanes = new float[8 * LANES];
    ae.intoArray(lanes, 0);
    af.intoArray(lanes, LANES);
    be.intoArray(lanes, 2 * LANES);
    bf.intoArray(lanes, 3 * LANES);
    ce.intoArray(lanes, 4 * LANES);
    cf.intoArray(lanes, 5 * LANES);
    de.intoArray(lanes, 6 * LANES);
    df.intoArray(lanes, 7 * LANES);
    for (int k = 0; k < 8; k++) {
      sums[at + k] += sumOfLanes(lanes, k * LANES);
    }
  }

  /** Σ over the lanes of a vector. */
  static float sumOfLanes(float[] lanes, int from) {
    float even = 0;
    float odd = 0;
    for (int l = from; l < from + LANES; l += 2) {
      even += lanes[l];
      odd += lanes[l + 1];
    }
    return even + odd;
  }
}

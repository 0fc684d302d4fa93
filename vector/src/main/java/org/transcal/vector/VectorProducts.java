package org.transcal.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Products of single-precision rows with double-precision vectors, summed in double precision. */
final class VectorProducts {
  private static final VectorSpecies<Double> WIDE = DoubleVector.SPECIES_PREFERRED;

  /** A vector of floats that converts to one {@link #WIDE} vector. */
  private static final VectorSpecies<Float> HALF =
      VectorSpecies.of(float.class, VectorShape.forBitSize(WIDE.vectorBitSize() / 2));

  private static final int LANES = WIDE.length();

  private VectorProducts() {}

  private static DoubleVector load(float[] x, int start) {
    return (DoubleVector)
        FloatVector.fromArray(HALF, x, start).convertShape(VectorOperators.F2D, WIDE, 0);
  }

  private static DoubleVector load(double[] x, int start) {
    return DoubleVector.fromArray(WIDE, x, start);
  }

  static void fourDots(
      float[] x, int columns, int[] rows, int i, double[] y, double[] products, int at) {
    int a = rows[i] * columns;
    int b = rows[i + 1] * columns;
    int c = rows[i + 2] * columns;
    int d = rows[i + 3] * columns;
    DoubleVector sumA = DoubleVector.zero(WIDE);
    DoubleVector sumB = DoubleVector.zero(WIDE);
    DoubleVector sumC = DoubleVector.zero(WIDE);
    DoubleVector sumD = DoubleVector.zero(WIDE);
    int whole = columns - columns % LANES;
    for (int j = 0; j < whole; j += LANES) {
      DoubleVector factor = load(y, j);
      sumA = load(x, a + j).fma(factor, sumA);
      sumB = load(x, b + j).fma(factor, sumB);
      sumC = load(x, c + j).fma(factor, sumC);
      sumD = load(x, d + j).fma(factor, sumD);
    }
    products[at] = sum(sumA);
    products[at + 1] = sum(sumB);
    products[at + 2] = sum(sumC);
    products[at + 3] = sum(sumD);
    for (int j = whole; j < columns; j++) {
      products[at] += x[a + j] * y[j];
      products[at + 1] += x[b + j] * y[j];
      products[at + 2] += x[c + j] * y[j];
      products[at + 3] += x[d + j] * y[j];
    }
  }

  /** Adds lanes in a fixed order; that of a reduction is up to the JVM. */
  private static double sum(DoubleVector v) {
    double low = (v.lane(0) + v.lane(1)) + (v.lane(2) + v.lane(3));
    return LANES == 4 ? low : low + ((v.lane(4) + v.lane(5)) + (v.lane(6) + v.lane(7)));
  }

  static void addFour(
      float[] x, int columns, int[] rows, int i, double[] scales, int at, double[] y) {
    int a = rows[i] * columns;
    int b = rows[i + 1] * columns;
    int c = rows[i + 2] * columns;
    int d = rows[i + 3] * columns;
    DoubleVector scaleA = DoubleVector.broadcast(WIDE, scales[at]);
    DoubleVector scaleB = DoubleVector.broadcast(WIDE, scales[at + 1]);
    DoubleVector scaleC = DoubleVector.broadcast(WIDE, scales[at + 2]);
    DoubleVector scaleD = DoubleVector.broadcast(WIDE, scales[at + 3]);
    int whole = columns - columns % LANES;
    for (int j = 0; j < whole; j += LANES) {
      DoubleVector sum = load(x, a + j).fma(scaleA, load(y, j));
      sum = load(x, b + j).fma(scaleB, sum);
      sum = load(x, c + j).fma(scaleC, sum);
      load(x, d + j).fma(scaleD, sum).intoArray(y, j);
    }
    for (int j = whole; j < columns; j++) {
      y[j] +=
          (scales[at] * x[a + j] + scales[at + 1] * x[b + j])
              + (scales[at + 2] * x[c + j] + scales[at + 3] * x[d + j]);
    }
  }
}

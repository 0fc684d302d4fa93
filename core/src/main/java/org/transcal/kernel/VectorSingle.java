package org.transcal.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Exponentials in single precision, twice as many a vector as doubles: good to about 2e-7.
 *
 * <p>2^−x = 2^−n · 2^−r with n the integer nearest to x; 2^−r is a polynomial of degree 6, and 2^−n
 * an addition to the exponent bits. Gaps are ≥ 0, whose bits are ordered as integers are, so that
 * one integer minimum bounds them (a minimum of floats costs five operations, for NaN and −0). The
 * last vector of a row overlaps the one before, and a mask keeps what is new: a second exponential
 * for the tail would stop the compiler from inlining either.
 */
final class VectorSingle {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;

  /** Fewest columns of a row: one vector. */
  static final int LANES = FLOATS.length();

  /** Lanes add up to this many columns in single precision, then go into a double. */
  private static final int SEGMENT = 64 * LANES;

  /** Rows whose maxima are found first: few enough to be near when their exponentials follow. */
  private static final int ROWS = 16;

  /** 1.5·2²³: adding it rounds to an integer, which is then in the lowest mantissa bits. */
  private static final float SHIFT = 0x1.8p23f;

  private static final int MANTISSA_BITS = 23;

  // Minus ln 2, its powers over factorials: the series of 2^−r, whose rest is below 2e-9 here.
  private static final float C1 = -0.6931471805599453f;
  private static final float C2 = 0.2402265069591007f;
  private static final float C3 = -0.05550410866482158f;
  private static final float C4 = 0.009618129107628477f;
  private static final float C5 = -0.0013333558146428443f;
  private static final float C6 = 0.00015403530393381608f;

  /** From n on, a mask that keeps the last n lanes. */
  private static final int[] KEPT = new int[2 * LANES];

  static {
    java.util.Arrays.fill(KEPT, LANES, 2 * LANES, -1);
  }

  private VectorSingle() {}

  private static FloatVector broadcast(float value) {
    return FloatVector.broadcast(FLOATS, value);
  }

  /** The bits of the gap whose power is 2^−126: the smallest normal float, nothing beside 1. */
  private static int largestGap(float scale) {
    return Float.floatToRawIntBits(126 / scale);
  }

  /** The largest of at least {@link #LANES} values. */
  static float max(float[] z, int start, int count) {
    FloatVector even = FloatVector.fromArray(FLOATS, z, start);
    FloatVector odd = FloatVector.fromArray(FLOATS, z, start + count - LANES);
    int j = LANES;
    for (; j + 2 * LANES <= count; j += 2 * LANES) {
      even = even.max(FloatVector.fromArray(FLOATS, z, start + j));
      odd = odd.max(FloatVector.fromArray(FLOATS, z, start + j + LANES));
    }
    if (j + LANES <= count) {
      even = even.max(FloatVector.fromArray(FLOATS, z, start + j));
    }
    return even.max(odd).reduceLanes(VectorOperators.MAX);
  }

  /** See {@link Kernel#singleMoments}, for rows of at least {@link #LANES} columns. */
  static void moments(float[] z, int columns, int from, int to, float scale, RowMoments moments) {
    float[] lanes = new float[2 * ROWS * LANES];
    float[] unused = new float[columns];
    for (int block = from; block < to; block += ROWS) {
      int end = Math.min(to, block + ROWS);
      for (int i = block; i < end; i++) {
        moments.max[i - from] = max(z, i * columns, columns);
        moments.zeroth[i - from] = 0;
        moments.first[i - from] = 0;
      }
      exponentials(z, columns, block, end, scale, unused, 0, 0, lanes, moments, block - from);
    }
  }

  /**
   * Writes e = 2^(−(max − z)·scale) of some rows, and adds Σ e and Σ e·(z − max) to their moments.
   *
   * <p>Without calls of our own, and long on purpose, see {@link VectorKernel}.
   *
   * @param stride from one row to the next in {@code target}; 0 where nobody wants them
   */
  private static void exponentials(
      float[] z,
      int columns,
      int from,
      int to,
      float scale,
      float[] target,
      int place,
      int stride,
      float[] lanes,
      RowMoments moments,
      int at) {
    int limit = largestGap(scale);
    for (int begin = 0; begin < columns; begin += SEGMENT) {
      int end = Math.min(columns, begin + SEGMENT);
      for (int i = 0; i < to - from; i++) {
        int start = (from + i) * columns;
        FloatVector top = broadcast((float) moments.max[at + i]);
        FloatVector zeroth = FloatVector.zero(FLOATS);
        FloatVector first = FloatVector.zero(FLOATS);
        for (int j = begin; j < end; j += LANES) {
          int column = Math.min(j, end - LANES);
          FloatVector gap =
              top.sub(FloatVector.fromArray(FLOATS, z, start + column))
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.MIN, limit)
                  .reinterpretAsFloats();
          FloatVector x = gap.mul(scale);
          FloatVector t = x.add(SHIFT);
          FloatVector r = x.sub(t.sub(SHIFT));
          FloatVector p = broadcast(C6);
          p = p.fma(r, broadcast(C5));
          p = p.fma(r, broadcast(C4));
          p = p.fma(r, broadcast(C3));
          p = p.fma(r, broadcast(C2));
          p = p.fma(r, broadcast(C1));
          p = p.fma(r, broadcast(1));
          IntVector bits =
              p.reinterpretAsInts()
                  .sub(t.reinterpretAsInts().lanewise(VectorOperators.LSHL, MANTISSA_BITS));
          // Where vectors overlap the same values are written twice.
          bits.reinterpretAsFloats().intoArray(target, place + i * stride + column);
          FloatVector e =
              bits.and(IntVector.fromArray(INTS, KEPT, Math.min(LANES, end - j)))
                  .reinterpretAsFloats();
          zeroth = zeroth.add(e);
          first = e.fma(gap, first);
        }
        zeroth.intoArray(lanes, 2 * i * LANES);
        first.intoArray(lanes, (2 * i + 1) * LANES);
      }
      // Later, when they have arrived, and in an order of our own: that of a reduction is left to
      // the JVM.
      for (int i = 0; i < to - from; i++) {
        double sum = 0;
        double weighted = 0;
        for (int l = 2 * i * LANES; l < (2 * i + 1) * LANES; l += 2) {
          sum += lanes[l] + lanes[l + 1];
          weighted += lanes[LANES + l] + lanes[LANES + l + 1];
        }
        moments.zeroth[at + i] += sum;
        moments.first[at + i] -= weighted;
      }
    }
  }

  /** softmax of rows of at least {@link #LANES} columns, from {@code at} on. */
  static void softmax(
      float[] z, int columns, int from, int to, float scale, float[] target, int at) {
    float[] lanes = new float[2 * LANES];
    RowMoments row = new RowMoments(1);
    for (int i = from; i < to; i++) {
      int place = at + (i - from) * columns;
      row.max[0] = max(z, i * columns, columns);
      row.zeroth[0] = 0;
      exponentials(z, columns, i, i + 1, scale, target, place, columns, lanes, row, 0);
      multiply(target, place, columns, (float) (1 / row.zeroth[0]));
    }
  }

  private static void multiply(float[] x, int start, int count, float factor) {
    for (int j = start; j < start + count; j++) {
      x[j] *= factor;
    }
  }
}

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

  /** Rows whose maxima are found before their exponentials, so that both loops stay short. */
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

  /** max − z, bounded where its power is nothing. */
  private static FloatVector gap(FloatVector max, float[] z, int start, int limit) {
    return max.sub(FloatVector.fromArray(FLOATS, z, start))
        .reinterpretAsInts()
        .lanewise(VectorOperators.MIN, limit)
        .reinterpretAsFloats();
  }

  /** The bits of the gap whose power is 2^−126: the smallest normal float, nothing beside 1. */
  private static int largestGap(float scale) {
    return Float.floatToRawIntBits(126 / scale);
  }

  /** Bits of 2^(−gap·scale). */
  private static IntVector power(FloatVector gap, float scale) {
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
    return p.reinterpretAsInts()
        .sub(t.reinterpretAsInts().lanewise(VectorOperators.LSHL, MANTISSA_BITS));
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
    float[] maxima = new float[ROWS];
    float[] sums = new float[ROWS * LANES];
    float[] weighted = new float[ROWS * LANES];
    for (int block = from; block < to; block += ROWS) {
      int rows = Math.min(ROWS, to - block);
      for (int i = 0; i < rows; i++) {
        maxima[i] = max(z, (block + i) * columns, columns);
        moments.max[block - from + i] = maxima[i];
        moments.zeroth[block - from + i] = 0;
        moments.first[block - from + i] = 0;
      }
      for (int begin = 0; begin < columns; begin += SEGMENT) {
        int end = Math.min(columns, begin + SEGMENT);
        for (int i = 0; i < rows; i++) {
          int start = (block + i) * columns;
          addSegment(z, start, begin, end, maxima[i], scale, sums, weighted, i * LANES);
        }
        for (int i = 0; i < rows; i++) {
          moments.zeroth[block - from + i] += sum(sums, i * LANES);
          moments.first[block - from + i] -= sum(weighted, i * LANES);
        }
      }
    }
  }

  private static void addSegment(
      float[] z,
      int start,
      int begin,
      int end,
      float max,
      float scale,
      float[] sums,
      float[] weighted,
      int at) {
    FloatVector zeroth = FloatVector.zero(FLOATS);
    FloatVector first = FloatVector.zero(FLOATS);
    FloatVector top = broadcast(max);
    int limit = largestGap(scale);
    for (int j = begin; j < end; j += LANES) {
      FloatVector gap = gap(top, z, start + Math.min(j, end - LANES), limit);
      FloatVector e =
          power(gap, scale)
              .and(IntVector.fromArray(INTS, KEPT, Math.min(LANES, end - j)))
              .reinterpretAsFloats();
      zeroth = zeroth.add(e);
      first = e.fma(gap, first);
    }
    zeroth.intoArray(sums, at);
    first.intoArray(weighted, at);
  }

  /** Lanes are added in an order of our own: that of a reduction is left to the JVM. */
  private static double sum(float[] lanes, int start) {
    double even = 0;
    double odd = 0;
    for (int l = start; l < start + LANES; l += 2) {
      even += lanes[l];
      odd += lanes[l + 1];
    }
    return even + odd;
  }

  /** softmax of rows of at least {@link #LANES} columns, from {@code at} on. */
  static void softmax(
      float[] z, int columns, int from, int to, float scale, float[] target, int at) {
    float[] sums = new float[LANES];
    for (int i = from; i < to; i++) {
      int start = i * columns;
      int place = at + (i - from) * columns;
      float max = max(z, start, columns);
      double total = 0;
      for (int begin = 0; begin < columns; begin += SEGMENT) {
        int end = Math.min(columns, begin + SEGMENT);
        writeSegment(z, start, begin, end, max, scale, target, place, sums);
        total += sum(sums, 0);
      }
      multiply(target, place, columns, (float) (1 / total));
    }
  }

  private static void writeSegment(
      float[] z,
      int start,
      int begin,
      int end,
      float max,
      float scale,
      float[] target,
      int place,
      float[] sums) {
    FloatVector total = FloatVector.zero(FLOATS);
    FloatVector top = broadcast(max);
    int limit = largestGap(scale);
    for (int j = begin; j < end; j += LANES) {
      int column = Math.min(j, end - LANES);
      IntVector e = power(gap(top, z, start + column, limit), scale);
      // Where vectors overlap the same values are written twice.
      e.reinterpretAsFloats().intoArray(target, place + column);
      total =
          total.add(
              e.and(IntVector.fromArray(INTS, KEPT, Math.min(LANES, end - j)))
                  .reinterpretAsFloats());
    }
    total.intoArray(sums, 0);
  }

  private static void multiply(float[] x, int start, int count, float factor) {
    for (int j = start; j < start + count; j++) {
      x[j] *= factor;
    }
  }
}

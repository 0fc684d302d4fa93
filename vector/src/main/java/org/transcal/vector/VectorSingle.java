package org.transcal.vector;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.transcal.kernel.Kernel;

/**
 * Softmax in single precision, with twice as many values per vector as in double precision:
 * accurate to about 2e-7.
 *
 * <p>2^−x = 2^−n · 2^−r with n the integer nearest to x; 2^−r is a polynomial of degree 6, and 2^−n
 * an addition to the exponent bits. The bits of floats ≥ 0 have the order of the floats, so a
 * single integer minimum bounds gaps (a minimum of floats takes five operations, for NaN and −0).
 */
final class VectorSingle {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;

  /** Fewest columns of a row: one vector. */
  static final int LANES = FLOATS.length();

  /** Columns added in single precision before the sums go into a double. */
  private static final int SEGMENT = 64 * LANES;

  /** 1.5·2²³: adding it rounds to an integer, which is then in the lowest mantissa bits. */
  private static final float SHIFT = 0x1.8p23f;

  private static final int MANTISSA_BITS = 23;
  private static final int SIGN = 31;
  private static final int MAGNITUDE = 0x7fffffff;

  // (−ln 2)^k / k!: the series of 2^−r, whose remainder is below 2e-9.
  private static final float C1 = -0.6931471805599453f;
  private static final float C2 = 0.2402265069591007f;
  private static final float C3 = -0.05550410866482158f;
  private static final float C4 = 0.009618129107628477f;
  private static final float C5 = -0.0013333558146428443f;
  private static final float C6 = 0.00015403530393381608f;

  /** Masks that keep the last n lanes, from index n. */
  private static final int[] KEPT = new int[2 * LANES];

  static {
    Arrays.fill(KEPT, LANES, 2 * LANES, -1);
  }

  /** The lanes of a sum, allocated once by each thread. */
  private static final ThreadLocal<float[]> OF_THREAD =
      ThreadLocal.withInitial(() -> new float[LANES]);

  private VectorSingle() {}

  private static FloatVector broadcast(float value) {
    return FloatVector.broadcast(FLOATS, value);
  }

  /** The bits of the gap whose power is 2^−126, the smallest normal float. */
  private static int largestGap(float scale) {
    return Float.floatToRawIntBits(126 / scale);
  }

  /** The largest of at least {@link #LANES} values. */
  static float max(float[] z, int start, int count) {
    IntVector even = ordered(z, start);
    IntVector odd = ordered(z, start + count - LANES);
    int j = LANES;
    for (; j + 2 * LANES <= count; j += 2 * LANES) {
      even = even.max(ordered(z, start + j));
      odd = odd.max(ordered(z, start + j + LANES));
    }
    if (j + LANES <= count) {
      even = even.max(ordered(z, start + j));
    }
    int bits = even.max(odd).reduceLanes(VectorOperators.MAX);
    return Float.intBitsToFloat(bits ^ (bits >> SIGN & MAGNITUDE));
  }

  /** Integers in the order of the floats: the bits of negative ones are flipped. */
  private static IntVector ordered(float[] z, int start) {
    IntVector bits = FloatVector.fromArray(FLOATS, z, start).reinterpretAsInts();
    return bits.lanewise(VectorOperators.ASHR, SIGN)
        .and(MAGNITUDE)
        .lanewise(VectorOperators.XOR, bits);
  }

  /**
   * Writes e = 2^(−(top − z)·scale) of a row and returns Σ e. If the last vector overlaps the one
   * before, the same values are written twice and a mask keeps only new ones in the sum.
   *
   * <p>Long and without calls on purpose, see decision 0007.
   */
  private static double powers(
      float[] z,
      int start,
      int columns,
      float largest,
      float scale,
      float[] target,
      int place,
      float[] lanes) {
    int limit = largestGap(scale);
    FloatVector top = broadcast(largest);
    double total = 0;
    for (int begin = 0; begin < columns; begin += SEGMENT) {
      int end = Math.min(columns, begin + SEGMENT);
      FloatVector sum = FloatVector.zero(FLOATS);
      for (int j = begin; j < end; j += LANES) {
        int column = Math.min(j, columns - LANES);
        FloatVector x =
            top.sub(FloatVector.fromArray(FLOATS, z, start + column))
                .reinterpretAsInts()
                .lanewise(VectorOperators.MIN, limit)
                .reinterpretAsFloats()
                .mul(scale);
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
        bits.reinterpretAsFloats().intoArray(target, place + column);
        sum =
            sum.add(
                bits.and(IntVector.fromArray(INTS, KEPT, Math.min(LANES, columns - j)))
                    .reinterpretAsFloats());
      }
      sum.intoArray(lanes, 0);
      for (float lane : lanes) {
        total += lane;
      }
    }
    return total;
  }

  /** See {@link Kernel#softmax}, for rows of at least {@link #LANES} columns. */
  static void softmax(
      float[] z, int columns, int from, int to, float scale, float[] target, int at) {
    float[] lanes = OF_THREAD.get();
    for (int i = from; i < to; i++) {
      int place = at + (i - from) * columns;
      float top = max(z, i * columns, columns);
      double sum = powers(z, i * columns, columns, top, scale, target, place, lanes);
      multiply(target, place, columns, (float) (1 / sum));
    }
  }

  private static void multiply(float[] x, int start, int count, float factor) {
    for (int j = start; j < start + count; j++) {
      x[j] *= factor;
    }
  }
}

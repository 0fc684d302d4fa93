package org.transcal.vector;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.transcal.kernel.FastExp;
import org.transcal.kernel.Kernel;
import org.transcal.kernel.RowMoments;

/**
 * Moments of exponentials in double precision: the last vector of a row overlaps the one before,
 * and lanes are added in a fixed order.
 */
final class VectorDouble {
  private static final VectorSpecies<Double> WIDE = DoubleVector.SPECIES_PREFERRED;

  /** A vector of floats that converts to one {@link #WIDE} vector. */
  private static final VectorSpecies<Float> HALF =
      VectorSpecies.of(float.class, VectorShape.forBitSize(WIDE.vectorBitSize() / 2));

  /** Fewest columns of a row: one vector. */
  static final int LANES = WIDE.length();

  /** Factors that keep the last n lanes, from index n. */
  private static final double[] KEPT = new double[2 * LANES];

  static {
    Arrays.fill(KEPT, LANES, 2 * LANES, 1);
  }

  private VectorDouble() {}

  private static DoubleVector broadcast(double value) {
    return DoubleVector.broadcast(WIDE, value);
  }

  private static DoubleVector load(float[] x, int start) {
    return (DoubleVector)
        FloatVector.fromArray(HALF, x, start).convertShape(VectorOperators.F2D, WIDE, 0);
  }

  /** Keeps squares of gaps finite if 1/T is tiny. */
  private static final double LARGEST_GAP = 1e100;

  /** The gap with the smallest exponential that {@link FastExp} returns. */
  private static double largestGap(double inverse) {
    return Math.min(LARGEST_GAP, -FastExp.LOWEST / inverse);
  }

  /** See {@link Kernel#moments(float[], int, int, int, double, RowMoments)}. */
  static void moments(
      float[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    for (int i = from; i < to; i++) {
      moments.set(i - from, VectorSingle.max(z, i * columns, columns), 0, 0, 0);
    }
    for (int i = from; i < to; i++) {
      row(z, i * columns, columns, inverse, moments, i - from);
    }
  }

  /**
   * The moments of one row whose maximum is known.
   *
   * <p>Long and without calls on purpose, see {@link VectorKernel}.
   */
  private static void row(
      float[] z, int start, int columns, double inverse, RowMoments moments, int at) {
    DoubleVector zeroth = DoubleVector.zero(WIDE);
    DoubleVector first = DoubleVector.zero(WIDE);
    DoubleVector second = DoubleVector.zero(WIDE);
    DoubleVector top = broadcast(moments.max(at));
    double limit = largestGap(inverse);
    int last = columns - LANES;
    for (int j = 0; j < columns; j += LANES) {
      DoubleVector gap = top.sub(load(z, start + Math.min(j, last))).min(limit);
      // The operations of FastExp in the same order, see VectorKernel.
      DoubleVector x = gap.mul(-inverse);
      DoubleVector t = x.fma(broadcast(FastExp.LOG2_E), broadcast(FastExp.SHIFT));
      DoubleVector r = t.sub(FastExp.SHIFT).fma(broadcast(-FastExp.LN2), x);
      DoubleVector p = broadcast(FastExp.Q7);
      p = p.fma(r, broadcast(FastExp.Q6));
      p = p.fma(r, broadcast(FastExp.Q5));
      p = p.fma(r, broadcast(FastExp.Q4));
      p = p.fma(r, broadcast(FastExp.Q3));
      p = p.fma(r, broadcast(FastExp.Q2));
      p = p.fma(r, broadcast(FastExp.Q1));
      p = p.fma(r, broadcast(FastExp.Q0));
      p = p.fma(r, broadcast(1));
      p = p.fma(r, broadcast(1));
      DoubleVector e =
          p.reinterpretAsLongs()
              .add(t.reinterpretAsLongs().lanewise(VectorOperators.LSHL, FastExp.MANTISSA_BITS))
              .reinterpretAsDoubles()
              .mul(DoubleVector.fromArray(WIDE, KEPT, Math.min(LANES, columns - j)));
      DoubleVector weighted = e.mul(gap);
      zeroth = zeroth.add(e);
      first = first.add(weighted);
      second = weighted.fma(gap, second);
    }
    // Gaps are max − z here, z − max there.
    moments.set(at, moments.max(at), sum(zeroth), -sum(first), sum(second));
  }

  /** Adds lanes in a fixed order; that of a reduction is up to the JVM. */
  static double sum(DoubleVector v) {
    double low = (v.lane(0) + v.lane(1)) + (v.lane(2) + v.lane(3));
    return LANES == 4 ? low : low + ((v.lane(4) + v.lane(5)) + (v.lane(6) + v.lane(7)));
  }
}

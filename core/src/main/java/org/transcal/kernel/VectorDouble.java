package org.transcal.kernel;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Moments of exponentials in double precision, in the manner of {@link VectorSingle}: gaps are ≥ 0,
 * so that integers bound them; the last vector of a row overlaps the one before; lanes are added in
 * an order of our own.
 */
final class VectorDouble {
  private static final VectorSpecies<Double> WIDE = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;

  /** As many floats as {@link #WIDE} has doubles, so that one conversion fills a wide vector. */
  private static final VectorSpecies<Float> HALF =
      VectorSpecies.of(float.class, VectorShape.forBitSize(WIDE.vectorBitSize() / 2));

  /** Fewest columns of a row: one vector. */
  static final int LANES = WIDE.length();

  /** Rows whose lanes are added up together. */
  private static final int ROWS = 16;

  /** From n on, a mask that keeps the last n lanes. */
  private static final long[] KEPT = new long[2 * LANES];

  static {
    Arrays.fill(KEPT, LANES, 2 * LANES, -1);
  }

  private VectorDouble() {}

  private static DoubleVector broadcast(double value) {
    return DoubleVector.broadcast(WIDE, value);
  }

  private static DoubleVector load(float[] x, int start) {
    return (DoubleVector)
        FloatVector.fromArray(HALF, x, start).convertShape(VectorOperators.F2D, WIDE, 0);
  }

  private static DoubleVector bounded(DoubleVector gap, long limit) {
    return gap.reinterpretAsLongs().lanewise(VectorOperators.MIN, limit).reinterpretAsDoubles();
  }

  /** Keeps squares of gaps finite where 1/T is next to nothing. */
  private static final double LARGEST_GAP = 1e100;

  /** The bits of the gap whose exponential is the least that {@link FastExp} gives. */
  private static long largestGap(double inverse) {
    return Double.doubleToRawLongBits(Math.min(LARGEST_GAP, -FastExp.LOWEST / inverse));
  }

  /** Bits of exp(−gap·inverse): the operations of {@link FastExp#exp} in the same order. */
  private static LongVector exp(DoubleVector gap, double minusInverse) {
    DoubleVector x = gap.mul(minusInverse);
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
    return p.reinterpretAsLongs()
        .add(t.reinterpretAsLongs().lanewise(VectorOperators.LSHL, FastExp.MANTISSA_BITS));
  }

  /** See {@link Kernel#moments(float[], int, int, int, double, RowMoments)}. */
  static void moments(
      float[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    double[] lanes = new double[3 * ROWS * LANES];
    for (int block = from; block < to; block += ROWS) {
      int rows = Math.min(ROWS, to - block);
      for (int i = 0; i < rows; i++) {
        int start = (block + i) * columns;
        double max = VectorSingle.max(z, start, columns);
        moments.max[block - from + i] = max;
      }
      for (int i = 0; i < rows; i++) {
        int start = (block + i) * columns;
        addRow(z, start, columns, moments.max[block - from + i], inverse, lanes, 3 * i * LANES);
      }
      addLanes(lanes, rows, moments, block - from);
    }
  }

  private static void addRow(
      float[] z, int start, int columns, double max, double inverse, double[] lanes, int at) {
    DoubleVector zeroth = DoubleVector.zero(WIDE);
    DoubleVector first = DoubleVector.zero(WIDE);
    DoubleVector second = DoubleVector.zero(WIDE);
    DoubleVector top = broadcast(max);
    long limit = largestGap(inverse);
    int last = columns - LANES;
    for (int j = 0; j < columns; j += LANES) {
      DoubleVector gap = bounded(top.sub(load(z, start + Math.min(j, last))), limit);
      DoubleVector e =
          exp(gap, -inverse)
              .and(LongVector.fromArray(LONGS, KEPT, Math.min(LANES, columns - j)))
              .reinterpretAsDoubles();
      DoubleVector weighted = e.mul(gap);
      zeroth = zeroth.add(e);
      first = first.add(weighted);
      second = weighted.fma(gap, second);
    }
    zeroth.intoArray(lanes, at);
    first.intoArray(lanes, at + LANES);
    second.intoArray(lanes, at + 2 * LANES);
  }

  /** See {@link Kernel#moments(double[], int, int, int, double, RowMoments)}. */
  static void moments(
      double[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    double[] lanes = new double[3 * ROWS * LANES];
    for (int block = from; block < to; block += ROWS) {
      int rows = Math.min(ROWS, to - block);
      for (int i = 0; i < rows; i++) {
        int start = (block + i) * columns;
        double max = max(z, start, columns);
        moments.max[block - from + i] = max;
        addRow(z, start, columns, max, inverse, lanes, 3 * i * LANES);
      }
      addLanes(lanes, rows, moments, block - from);
    }
  }

  private static void addRow(
      double[] z, int start, int columns, double max, double inverse, double[] lanes, int at) {
    DoubleVector zeroth = DoubleVector.zero(WIDE);
    DoubleVector first = DoubleVector.zero(WIDE);
    DoubleVector second = DoubleVector.zero(WIDE);
    DoubleVector top = broadcast(max);
    long limit = largestGap(inverse);
    int last = columns - LANES;
    for (int j = 0; j < columns; j += LANES) {
      DoubleVector values = DoubleVector.fromArray(WIDE, z, start + Math.min(j, last));
      DoubleVector gap = bounded(top.sub(values), limit);
      DoubleVector e =
          exp(gap, -inverse)
              .and(LongVector.fromArray(LONGS, KEPT, Math.min(LANES, columns - j)))
              .reinterpretAsDoubles();
      DoubleVector weighted = e.mul(gap);
      zeroth = zeroth.add(e);
      first = first.add(weighted);
      second = weighted.fma(gap, second);
    }
    zeroth.intoArray(lanes, at);
    first.intoArray(lanes, at + LANES);
    second.intoArray(lanes, at + 2 * LANES);
  }

  /** The largest of at least {@link #LANES} values. */
  static double max(double[] z, int start, int count) {
    DoubleVector running = DoubleVector.fromArray(WIDE, z, start + count - LANES);
    for (int j = 0; j + LANES <= count; j += LANES) {
      running = running.max(DoubleVector.fromArray(WIDE, z, start + j));
    }
    return running.reduceLanes(VectorOperators.MAX);
  }

  private static void addLanes(double[] lanes, int rows, RowMoments moments, int at) {
    for (int i = 0; i < rows; i++) {
      moments.zeroth[at + i] = sum(lanes, 3 * i * LANES);
      // Gaps are max − z here, z − max there.
      moments.first[at + i] = -sum(lanes, (3 * i + 1) * LANES);
      moments.second[at + i] = sum(lanes, (3 * i + 2) * LANES);
    }
  }

  private static double sum(double[] lanes, int start) {
    double even = 0;
    double odd = 0;
    for (int l = start; l < start + LANES; l += 2) {
      even += lanes[l];
      odd += lanes[l + 1];
    }
    return even + odd;
  }
}

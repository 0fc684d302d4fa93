package org.transcal.kernel;

import java.util.Arrays;
import java.util.Optional;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Two values in 32 bits: the upper half of each float, that of the second below that of the first.
 *
 * <p>The first is read by taking all bits for a float, the second by moving its bits up: no
 * conversion. What stands below the first is allowed for when it is rounded.
 */
final class VectorHalfRows implements HalfRows {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = VectorProducts.LANES;

  /** Values of a vector of pairs. */
  private static final int UNIT = 2 * LANES;

  /** With fewer columns, what fills the last vector would cost more than is saved. */
  private static final int FEWEST_COLUMNS = 2 * UNIT;

  private static final int HALF_BITS = 16;
  private static final int UPPER = 0xffff0000;
  private static final int ROUND = 0x8000;
  private static final int SIGN = 0x80000000;

  /** The bits of the smallest float that is not denormal: those would be slow. */
  private static final int SMALLEST = 0x00800000;

  /** Rows whose scores are at hand at once, and whose elements are still near when added. */
  private static final int CHUNK = 16;

  private final int columns;

  /** Pairs of a row. */
  private final int length;

  /** An array a row: one for all would be so large that collectors of garbage treat it apart. */
  private final int[][] pairs;

  private VectorHalfRows(int columns, int length, int[][] pairs) {
    this.columns = columns;
    this.length = length;
    this.pairs = pairs;
  }

  /** The listed rows, where they are worth it. */
  static Optional<HalfRows> of(float[] x, int columns, int[] rows, double[] center) {
    if (columns < FEWEST_COLUMNS) {
      return Optional.empty();
    }
    int length = (columns + UNIT - 1) / UNIT * LANES;
    int[][] pairs = new int[rows.length][];
    float[] middle = Arrays.copyOf(ScalarKernel.single(center, 0, columns), 2 * length);
    int whole = columns - columns % UNIT;
    RowBlocks.of(rows.length, columns)
        .forEach(
            (from, to) -> {
              float[] tail = new float[UNIT];
              float[] tailMiddle = Arrays.copyOfRange(middle, whole, whole + UNIT);
              for (int i = from; i < to; i++) {
                int start = rows[i] * columns;
                int[] row = new int[length];
                put(x, start, middle, whole, row, 0);
                if (whole < columns) {
                  System.arraycopy(x, start + whole, tail, 0, columns - whole);
                  put(tail, 0, tailMiddle, UNIT, row, whole / 2);
                }
                pairs[i] = row;
              }
            });
    return Optional.of(new VectorHalfRows(columns, length, pairs));
  }

  private static void put(float[] x, int start, float[] middle, int count, int[] pairs, int at) {
    for (int j = 0; j < count; j += UNIT) {
      IntVector first =
          FloatVector.fromArray(FLOATS, x, start + j)
              .sub(FloatVector.fromArray(FLOATS, middle, j))
              .reinterpretAsInts();
      IntVector second =
          FloatVector.fromArray(FLOATS, x, start + j + LANES)
              .sub(FloatVector.fromArray(FLOATS, middle, j + LANES))
              .reinterpretAsInts()
              .add(ROUND)
              .lanewise(VectorOperators.LSHR, HALF_BITS);
      IntVector upper = first.sub(second).add(ROUND).and(UPPER);
      // Next to 0 the bits below would borrow from the sign; such values become the smallest.
      VectorMask<Integer> tiny = first.and(~SIGN).compare(VectorOperators.LT, 2 * SMALLEST);
      upper.blend(first.and(SIGN).or(SMALLEST), tiny).or(second).intoArray(pairs, at + j / 2);
    }
  }

  @Override
  public void addCurvature(
      int from, int to, double[] weights, double[] vector, double offset, double[] sums) {
    float[] y = Arrays.copyOf(ScalarKernel.single(vector, 0, columns), 2 * length);
    float[] parts = new float[2 * length];
    float[] scales = new float[CHUNK];
    float[] lanes = new float[4 * LANES];
    double total = 0;
    for (int start = from; start < to; start += CHUNK) {
      int end = Math.min(to, start + CHUNK);
      for (int i = start; i < end; i += 4) {
        fourDots(i, to, y, lanes, scales, i - start);
      }
      Arrays.fill(scales, end - start, CHUNK, 0);
      for (int k = 0; k < end - start; k++) {
        double scale = weights[start + k - from] * (scales[k] + offset);
        total += scale;
        scales[k] = (float) scale;
      }
      for (int i = start; i < end; i += 4) {
        addFour(i, to, scales, i - start, parts);
      }
    }
    for (int j = 0; j < columns; j++) {
      sums[j] += parts[j];
    }
    sums[columns] += total;
  }

  /** A row; the last one stands for those after it. */
  private int[] row(int row, int end) {
    return pairs[Math.min(row, end - 1)];
  }

  /** Four rows share each load of y. */
  private void fourDots(int row, int end, float[] y, float[] lanes, float[] dots, int at) {
    int[] a = row(row, end);
    int[] b = row(row + 1, end);
    int[] c = row(row + 2, end);
    int[] d = row(row + 3, end);
    FloatVector sumA = FloatVector.zero(FLOATS);
    FloatVector sumB = FloatVector.zero(FLOATS);
    FloatVector sumC = FloatVector.zero(FLOATS);
    FloatVector sumD = FloatVector.zero(FLOATS);
    for (int j = 0; j < length; j += LANES) {
      FloatVector first = FloatVector.fromArray(FLOATS, y, 2 * j);
      FloatVector second = FloatVector.fromArray(FLOATS, y, 2 * j + LANES);
      IntVector pairA = IntVector.fromArray(INTS, a, j);
      IntVector pairB = IntVector.fromArray(INTS, b, j);
      IntVector pairC = IntVector.fromArray(INTS, c, j);
      IntVector pairD = IntVector.fromArray(INTS, d, j);
      sumA = pairA.reinterpretAsFloats().fma(first, sumA);
      sumB = pairB.reinterpretAsFloats().fma(first, sumB);
      sumC = pairC.reinterpretAsFloats().fma(first, sumC);
      sumD = pairD.reinterpretAsFloats().fma(first, sumD);
      sumA = moved(pairA).fma(second, sumA);
      sumB = moved(pairB).fma(second, sumB);
      sumC = moved(pairC).fma(second, sumC);
      sumD = moved(pairD).fma(second, sumD);
    }
    sumA.intoArray(lanes, 0);
    sumB.intoArray(lanes, LANES);
    sumC.intoArray(lanes, 2 * LANES);
    sumD.intoArray(lanes, 3 * LANES);
    for (int k = 0; k < 4; k++) {
      dots[at + k] = VectorProducts.sumOfLanes(lanes, k * LANES);
    }
  }

  /** Four rows share each load and store of y. */
  private void addFour(int row, int end, float[] scales, int at, float[] y) {
    int[] a = row(row, end);
    int[] b = row(row + 1, end);
    int[] c = row(row + 2, end);
    int[] d = row(row + 3, end);
    FloatVector scaleA = FloatVector.broadcast(FLOATS, scales[at]);
    FloatVector scaleB = FloatVector.broadcast(FLOATS, scales[at + 1]);
    FloatVector scaleC = FloatVector.broadcast(FLOATS, scales[at + 2]);
    FloatVector scaleD = FloatVector.broadcast(FLOATS, scales[at + 3]);
    for (int j = 0; j < length; j += LANES) {
      IntVector pairA = IntVector.fromArray(INTS, a, j);
      IntVector pairB = IntVector.fromArray(INTS, b, j);
      IntVector pairC = IntVector.fromArray(INTS, c, j);
      IntVector pairD = IntVector.fromArray(INTS, d, j);
      FloatVector first = FloatVector.fromArray(FLOATS, y, 2 * j);
      FloatVector second = FloatVector.fromArray(FLOATS, y, 2 * j + LANES);
      first = pairA.reinterpretAsFloats().fma(scaleA, first);
      second = moved(pairA).fma(scaleA, second);
      first = pairB.reinterpretAsFloats().fma(scaleB, first);
      second = moved(pairB).fma(scaleB, second);
      first = pairC.reinterpretAsFloats().fma(scaleC, first);
      second = moved(pairC).fma(scaleC, second);
      pairD.reinterpretAsFloats().fma(scaleD, first).intoArray(y, 2 * j);
      moved(pairD).fma(scaleD, second).intoArray(y, 2 * j + LANES);
    }
  }

  /** The second of each pair. */
  private static FloatVector moved(IntVector pairs) {
    return pairs.lanewise(VectorOperators.LSHL, HALF_BITS).reinterpretAsFloats();
  }
}

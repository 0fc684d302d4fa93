package org.transcal.kernel;

import java.util.concurrent.atomic.AtomicInteger;
import org.transcal.matrix.Matrix;

/** Finds values that are NaN or too large. */
final class LoopRangeCheck {
  private static final int CHUNK = 1024;

  private LoopRangeCheck() {}

  /** See {@link Kernels#firstBeyond}. */
  static long firstBeyond(Matrix matrix, double limit) {
    if (matrix instanceof Matrix.OfFloats floats) {
      return firstBeyond(floats.storage(), limit);
    }
    double[] values = ((Matrix.OfDoubles) matrix).storage();
    for (int j = 0; j < values.length; j++) {
      if (!(Math.abs(values[j]) <= limit)) {
        return j;
      }
    }
    return -1;
  }

  private static long firstBeyond(float[] values, double limit) {
    float largest = (float) Math.min(limit, Float.MAX_VALUE);
    // The product overflows from just below the limit on; from such a block on, values are
    // compared.
    float factor = (float) (1.000001 * Float.MAX_VALUE / limit);
    AtomicInteger first = new AtomicInteger(Integer.MAX_VALUE);
    RowBlocks.of(values.length, 1)
        .forEach(
            (from, to) -> {
              if (!allFinite(values, from, to - from, factor)) {
                first.accumulateAndGet(from, Math::min);
              }
            });
    for (int at = first.get(); at < values.length; at++) {
      if (!(Math.abs(values[at]) <= largest)) {
        return at;
      }
    }
    return -1;
  }

  /** Whether all values are finite, also when multiplied by a factor. */
  private static boolean allFinite(float[] x, int start, int count, float factor) {
    // A copy that starts at 0 like the sums: C2 vectorises only loops with a single index.
    float[] copy = new float[Math.min(count, CHUNK)];
    float[] sums = new float[copy.length];
    for (int begin = 0; begin < count; begin += CHUNK) {
      int size = Math.min(CHUNK, count - begin);
      System.arraycopy(x, start + begin, copy, 0, size);
      addZeros(copy, size, factor, sums);
    }
    float total = 0;
    for (float sum : sums) {
      total += sum;
    }
    return total == 0;
  }

  /** 0 times NaN or infinity is NaN, and NaN stays in a sum. */
  private static void addZeros(float[] x, int count, float factor, float[] sums) {
    for (int j = 0; j < count; j++) {
      sums[j] += 0 * (factor * x[j]);
    }
  }
}

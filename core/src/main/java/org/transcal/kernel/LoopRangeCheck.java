package org.transcal.kernel;

import java.util.concurrent.atomic.AtomicInteger;
import org.transcal.matrix.Matrix;

/** Finds values that are NaN or too large. */
final class LoopRangeCheck {
  private LoopRangeCheck() {}

  /** See {@link Kernels#firstBeyond}. */
  static long firstBeyond(Matrix matrix, double limit) {
    int length = matrix.rows() * matrix.columns();
    AtomicInteger first = new AtomicInteger(length);
    RowBlocks.of(length, 1)
        .forEach(
            (from, to) -> {
              int found =
                  matrix instanceof Matrix.OfFloats floats
                      ? firstBeyond(floats.storage(), from, to, (float) limit)
                      : firstBeyond(((Matrix.OfDoubles) matrix).storage(), from, to, limit);
              first.accumulateAndGet(found < to ? found : length, Math::min);
            });
    return first.get() < length ? first.get() : -1;
  }

  private static int firstBeyond(float[] values, int from, int to, float limit) {
    float largest = Math.min(limit, Float.MAX_VALUE);
    int at = from;
    while (at < to && Math.abs(values[at]) <= largest) {
      at++;
    }
    return at;
  }

  private static int firstBeyond(double[] values, int from, int to, double limit) {
    int at = from;
    while (at < to && Math.abs(values[at]) <= limit) {
      at++;
    }
    return at;
  }
}

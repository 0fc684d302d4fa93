package org.transcal.kernel;

import java.util.concurrent.atomic.AtomicInteger;
import org.transcal.matrix.Matrix;

/** Finds values that are NaN or too large. */
final class LoopRangeCheck {
  private LoopRangeCheck() {}

  /** See {@link Kernels#firstBeyond}. */
  static long firstBeyond(Matrix matrix, double limit) {
    float largest = Math.min((float) limit, Float.MAX_VALUE);
    int columns = matrix.columns();
    AtomicInteger first = new AtomicInteger(Integer.MAX_VALUE);
    RowBlocks.over(matrix)
        .forEach(
            (from, to) -> {
              int end = to * columns;
              int at =
                  matrix instanceof Matrix.OfFloats floats
                      ? skipWithin(floats.storage(), from * columns, end, largest)
                      : skipWithin(
                          ((Matrix.OfDoubles) matrix).storage(), from * columns, end, limit);
              if (at < end) {
                first.accumulateAndGet(at, Math::min);
              }
            });
    return first.get() < Integer.MAX_VALUE ? first.get() : -1;
  }

  private static int skipWithin(float[] x, int from, int end, float limit) {
    int at = from;
    while (at < end && Math.abs(x[at]) <= limit) {
      at++;
    }
    return at;
  }

  private static int skipWithin(double[] x, int from, int end, double limit) {
    int at = from;
    while (at < end && Math.abs(x[at]) <= limit) {
      at++;
    }
    return at;
  }
}

package org.transcal.kernel;

import java.util.concurrent.atomic.AtomicLong;
import org.transcal.matrix.Matrix;

/** Finds values that are NaN or too large. */
final class LoopRangeCheck {
  private LoopRangeCheck() {}

  /** See {@link Kernels#firstBeyond}. */
  static long firstBeyond(Matrix matrix, double limit) {
    double largest =
        matrix instanceof Matrix.OfFloats ? Math.min((float) limit, Float.MAX_VALUE) : limit;
    AtomicLong first = new AtomicLong(Long.MAX_VALUE);
    RowBlocks.over(matrix)
        .forEach(
            (from, to) -> {
              double[] row = new double[matrix.columns()];
              for (int i = from; i < to; i++) {
                matrix.copyRow(i, row);
                int at = 0;
                while (at < row.length && Math.abs(row[at]) <= largest) {
                  at++;
                }
                if (at < row.length) {
                  first.accumulateAndGet((long) i * row.length + at, Math::min);
                  return;
                }
              }
            });
    return first.get() < Long.MAX_VALUE ? first.get() : -1;
  }
}

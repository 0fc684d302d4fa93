package org.transcal.kernel;

import org.transcal.matrix.Matrix;

/** Confidence of every row and its slope, in double precision or, for searches, in single. */
final class Confidences {
  /** Rows whose moments fit in the L1 cache. */
  private static final int ROWS = 256;

  private Confidences() {}

  /** See {@link Kernels#rowConfidenceWithSlope} and {@link Kernels#searchConfidenceWithSlope}. */
  static void compute(
      Matrix logits,
      double temperature,
      Kernel kernel,
      boolean single,
      double[] confidence,
      double[] slope) {
    double exact = Kernels.inverse(temperature);
    double inverse = single ? kernel.nearestInSingle(exact) : exact;
    // Corrects to first order for the rounding of the temperature to single precision.
    double correction = single ? Math.log(temperature * inverse) : 0;
    RowBlocks.over(logits)
        .forEach(
            (from, to) -> {
              RowMoments moments = new RowMoments(Math.min(ROWS, to - from));
              for (int start = from; start < to; start += ROWS) {
                int end = Math.min(to, start + ROWS);
                if (single && logits instanceof Matrix.OfFloats floats) {
                  int columns = logits.columns();
                  kernel.singleMoments(floats.storage(), columns, start, end, inverse, moments);
                } else {
                  Kernels.moments(logits, start, end, inverse, moments);
                }
                for (int i = start; i < end; i++) {
                  double sum = moments.zeroth[i - start];
                  slope[i] = moments.first[i - start] * inverse / (sum * sum);
                  confidence[i] = 1 / sum + correction * slope[i];
                }
              }
            });
  }
}

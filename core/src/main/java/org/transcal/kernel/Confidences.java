package org.transcal.kernel;

import org.transcal.matrix.Matrix;

/** Confidence of every row and its slope, in double precision or, for searches, in single. */
final class Confidences {
  /** Rows of fewer classes than this are computed together, see {@link NarrowRows}. */
  private static final int NARROW = 16;

  private static final int BLOCK = 4096;

  /** Rows whose moments fit in the L1 cache. */
  private static final int ROWS = 256;

  private Confidences() {}

  /** See {@link Kernels#rowConfidenceWithSlope}. */
  static void exact(
      Matrix logits, Kernel kernel, double temperature, double[] confidence, double[] slope) {
    RowBlocks.over(logits)
        .forEach(
            (from, to) -> {
              if (logits.columns() < NARROW) {
                new NarrowRows(logits, kernel, BLOCK)
                    .confidenceWithSlope(temperature, confidence, slope, from, to);
                return;
              }
              RowMoments moments = new RowMoments(Math.min(ROWS, to - from));
              for (int start = from; start < to; start += ROWS) {
                int end = Math.min(to, start + ROWS);
                Kernels.moments(logits, start, end, Kernels.inverse(temperature), moments);
                for (int i = 0; i < end - start; i++) {
                  double sum = moments.zeroth[i];
                  confidence[start + i] = 1 / sum;
                  slope[start + i] = moments.first[i] / (temperature * sum * sum);
                }
              }
            });
  }

  /** See {@link Kernels#searchConfidenceWithSlope}. */
  static void searching(
      Matrix logits, Kernel kernel, double temperature, double[] confidence, double[] slope) {
    if (!(logits instanceof Matrix.OfFloats floats) || logits.columns() < NARROW) {
      exact(logits, kernel, temperature, confidence, slope);
      return;
    }
    double inverse = kernel.nearestInSingle(Kernels.inverse(temperature));
    // Corrects to first order for the rounding of the temperature to single precision.
    double rest = Math.log(temperature * inverse);
    RowBlocks.over(logits)
        .forEach(
            (from, to) -> {
              RowMoments moments = new RowMoments(Math.min(ROWS, to - from));
              for (int start = from; start < to; start += ROWS) {
                int end = Math.min(to, start + ROWS);
                kernel.singleMoments(
                    floats.storage(), logits.columns(), start, end, inverse, moments);
                for (int i = 0; i < end - start; i++) {
                  double sum = moments.zeroth[i];
                  double perLog = moments.first[i] * inverse / (sum * sum);
                  confidence[start + i] = 1 / sum + rest * perLog;
                  slope[start + i] = perLog;
                }
              }
            });
  }
}

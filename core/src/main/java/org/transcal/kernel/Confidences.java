package org.transcal.kernel;

import org.transcal.matrix.Matrix;

/** Confidence of every row and its slope, in double precision or, for searches, in single. */
final class Confidences {
  /** Rows whose moments fit in the L1 cache. */
  private static final int ROWS = 256;

  private Confidences() {}

  /** Writes the moments of a range of rows. */
  private interface Moments {
    void compute(int from, int to, RowMoments moments);
  }

  /** See {@link Kernels#rowConfidenceWithSlope}. */
  static void exact(Matrix logits, double temperature, double[] confidence, double[] slope) {
    double inverse = Kernels.inverse(temperature);
    compute(
        logits,
        (from, to, moments) -> Kernels.moments(logits, from, to, inverse, moments),
        temperature,
        0,
        confidence,
        slope);
  }

  /** See {@link Kernels#searchConfidenceWithSlope}. */
  static void searching(
      Matrix.OfFloats logits,
      Kernel kernel,
      double temperature,
      double[] confidence,
      double[] slope) {
    float[] z = logits.storage();
    int columns = logits.columns();
    double inverse = kernel.nearestInSingle(Kernels.inverse(temperature));
    compute(
        logits,
        (from, to, moments) -> kernel.singleMoments(z, columns, from, to, inverse, moments),
        1 / inverse,
        // Corrects to first order for the rounding of the temperature to single precision.
        Math.log(temperature * inverse),
        confidence,
        slope);
  }

  private static void compute(
      Matrix logits,
      Moments source,
      double temperature,
      double correction,
      double[] confidence,
      double[] slope) {
    RowBlocks.over(logits)
        .forEach(
            (from, to) -> {
              RowMoments moments = new RowMoments(Math.min(ROWS, to - from));
              for (int start = from; start < to; start += ROWS) {
                int end = Math.min(to, start + ROWS);
                source.compute(start, end, moments);
                for (int i = 0; i < end - start; i++) {
                  double sum = moments.zeroth[i];
                  slope[start + i] = moments.first[i] / (temperature * sum * sum);
                  confidence[start + i] = 1 / sum;
                  if (correction != 0) {
                    confidence[start + i] += correction * slope[start + i];
                  }
                }
              }
            });
  }
}

package org.transcal.kernel;

import org.transcal.matrix.Matrix;

/** Confidence of every row with its slope, in double precision or, for searches, in single. */
final class Confidences {
  /** Rows of fewer classes than this share vectors with their neighbours. */
  private static final int NARROW = 16;

  private static final int BLOCK = 4096;

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
              double inverse = Kernels.inverse(temperature);
              double[] moments = new double[3];
              for (int i = from; i < to; i++) {
                double max = Kernels.rowMax(logits, i);
                Kernels.rowExpMoments(logits, i, max, inverse, moments);
                confidence[i] = 1 / moments[0];
                slope[i] = moments[1] / (temperature * moments[0] * moments[0]);
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
    // What single precision cannot hold of the temperature, the slope makes up for.
    double rest = Math.log(temperature * inverse);
    RowBlocks.over(logits)
        .forEach(
            (from, to) -> {
              double[] max = new double[to - from];
              double[] sum = new double[to - from];
              double[] weighted = new double[to - from];
              kernel.singleMoments(
                  floats.storage(), logits.columns(), from, to, inverse, max, sum, weighted);
              for (int i = 0; i < to - from; i++) {
                double perLog = weighted[i] * inverse / (sum[i] * sum[i]);
                confidence[from + i] = 1 / sum[i] + rest * perLog;
                slope[from + i] = perLog;
              }
            });
  }
}

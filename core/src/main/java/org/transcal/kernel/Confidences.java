package org.transcal.kernel;

import org.transcal.matrix.Matrix;

/** Confidence of every row and its slope, in double precision or, for searches, in single. */
final class Confidences {
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
              RowMoments moments = new RowMoments(to - from);
              if (single && logits instanceof Matrix.OfFloats floats) {
                float[] z = floats.storage();
                kernel.singleMoments(z, logits.columns(), from, to, inverse, moments);
              } else {
                Kernels.moments(logits, from, to, inverse, moments);
              }
              for (int i = from; i < to; i++) {
                double sum = moments.zeroth[i - from];
                slope[i] = moments.first[i - from] * inverse / (sum * sum);
                confidence[i] = 1 / sum + correction * slope[i];
              }
            });
  }
}

package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import org.transcal.adapt.tensor.Constants;

/** Squared maximum mean discrepancy (MMD) between two samples, the unbiased estimate. */
public final class MaximumMeanDiscrepancy {
  private MaximumMeanDiscrepancy() {}

  /**
   * Mean similarity of different rows within each sample minus that between the samples; below 0 if
   * samples are alike. With each row's similarity to itself, collapsed features would win.
   *
   * @param kernel similarities of all pairs of rows, the first sample first
   * @param first rows of the first sample; each sample has at least 2
   */
  public static NDArray of(NDArray kernel, int first) {
    int rows = Math.toIntExact(kernel.getShape().get(0));
    int second = rows - first;
    if (first < 2 || second < 2) {
      throw new IllegalArgumentException(
          "Samples have " + first + " and " + second + " rows; each needs at least 2");
    }
    double[] weights = new double[rows * rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < rows; j++) {
        if (i < first != j < first) {
          weights[i * rows + j] = -1.0 / ((double) first * second);
        } else if (i != j) {
          double size = i < first ? first : second;
          weights[i * rows + j] = 1 / (size * (size - 1));
        }
      }
    }
    NDArray factors = Constants.matrix(kernel.getManager(), weights, rows, rows);
    return kernel.mul(factors.toType(kernel.getDataType(), false)).sum();
  }
}

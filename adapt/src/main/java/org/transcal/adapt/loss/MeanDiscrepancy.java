package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import org.transcal.adapt.tensor.Constants;

/** How far two samples are apart in the space of a kernel (squared MMD). */
public final class MeanDiscrepancy {
  private MeanDiscrepancy() {}

  /**
   * Mean similarity within each sample minus that between them; never below 0 but for rounding.
   *
   * @param kernel similarities of all pairs of rows, those of the first sample first
   * @param first rows of the first sample
   */
  public static NDArray of(NDArray kernel, int first) {
    int rows = Math.toIntExact(kernel.getShape().get(0));
    double[] weight = new double[rows];
    for (int i = 0; i < rows; i++) {
      weight[i] = i < first ? 1.0 / first : -1.0 / (rows - first);
    }
    double[] products = new double[rows * rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < rows; j++) {
        products[i * rows + j] = weight[i] * weight[j];
      }
    }
    NDArray weights = Constants.matrix(kernel.getManager(), products, rows, rows);
    return kernel
        .mul(
            kernel.getDataType() == DataType.FLOAT64
                ? weights
                : weights.toType(kernel.getDataType(), false))
        .sum();
  }
}

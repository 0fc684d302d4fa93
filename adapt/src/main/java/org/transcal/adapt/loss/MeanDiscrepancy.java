package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import org.transcal.adapt.tensor.Constants;

/** How far two samples are apart in the space of a kernel (squared MMD). */
public final class MeanDiscrepancy {
  private MeanDiscrepancy() {}

  /**
   * Mean similarity of different rows within each sample minus that between the samples.
   *
   * <p>The unbiased form: with a row's similarity to itself, small batches would gain from features
   * that collapse. So it may fall below 0 where samples are alike.
   *
   * @param kernel similarities of all pairs of rows, those of the first sample first
   * @param first rows of the first sample, at least 2, as of the second
   */
  public static NDArray of(NDArray kernel, int first) {
    int rows = Math.toIntExact(kernel.getShape().get(0));
    int second = rows - first;
    if (first < 2 || second < 2) {
      throw new IllegalArgumentException(
          "Samples have " + first + " and " + second + " rows; each needs at least 2");
    }
    double[] products = new double[rows * rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < rows; j++) {
        if (i < first != j < first) {
          products[i * rows + j] = -1.0 / ((double) first * second);
        } else if (i != j) {
          double size = i < first ? first : second;
          products[i * rows + j] = 1 / (size * (size - 1));
        }
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

package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import org.transcal.adapt.tensor.Constants;

/** Similarities between all pairs of rows. */
public final class GaussianKernels {
  private static final int LEAST_POWER = -2;
  private static final int LARGEST_POWER = 2;

  /** Below this mean distance all rows count as equal. */
  private static final double SMALLEST_BANDWIDTH = 1e-12;

  private GaussianKernels() {}

  /**
   * The sum of five Gaussians whose bandwidths are the mean squared distance between different rows
   * times 2⁻² … 2². No gradient flows through the mean.
   */
  public static NDArray several(NDArray x) {
    NDArray distances = squaredDistances(x);
    double rows = x.getShape().get(0);
    NDArray mean =
        Constants.plus(
            Constants.times(distances.stopGradient().sum(), 1 / (rows * (rows - 1))),
            SMALLEST_BANDWIDTH);
    NDArray ratio = distances.div(mean).neg();
    NDArray sum = Constants.times(ratio, Math.pow(2, -LEAST_POWER)).exp();
    for (int power = LEAST_POWER + 1; power <= LARGEST_POWER; power++) {
      sum = sum.add(Constants.times(ratio, Math.pow(2, -power)).exp());
    }
    return sum;
  }

  /** One Gaussian, {@code exp(−‖x − y‖²/bandwidth)}. */
  public static NDArray single(NDArray x, double bandwidth) {
    return Constants.times(squaredDistances(x), -1 / bandwidth).exp();
  }

  /** Squared distances between all pairs of rows; never below 0. */
  static NDArray squaredDistances(NDArray x) {
    NDArray squares = x.square().sum(new int[] {1}, true);
    NDArray products = x.matMul(x.transpose());
    NDArray distances = squares.add(squares.transpose()).sub(Constants.times(products, 2));
    // Rounding may leave a little below 0 where rows are equal.
    return distances.maximum(Constants.like(distances, 0));
  }
}

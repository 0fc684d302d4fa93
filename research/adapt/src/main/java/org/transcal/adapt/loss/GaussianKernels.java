package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import org.transcal.adapt.tensor.Constants;

/** Gaussian kernels of all pairs of rows. */
public final class GaussianKernels {
  /** Keeps the bandwidth positive if all rows are equal. */
  private static final double SMALLEST_BANDWIDTH = 1e-12;

  private GaussianKernels() {}

  /**
   * The sum of five Gaussians whose bandwidths are the mean squared distance between different rows
   * times 2⁻² … 2². No gradient flows through the mean.
   */
  public static NDArray multiScale(NDArray x) {
    NDArray distances = squaredDistances(x);
    double rows = x.getShape().get(0);
    NDArray mean =
        Constants.plus(
            Constants.times(distances.stopGradient().sum(), 1 / (rows * (rows - 1))),
            SMALLEST_BANDWIDTH);
    NDArray ratio = distances.div(mean).neg();
    NDArray sum = Constants.times(ratio, 4).exp();
    for (double factor : new double[] {2, 1, 0.5, 0.25}) {
      sum = sum.add(Constants.times(ratio, factor).exp());
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
    // Rounding may make the distance of equal rows slightly negative.
    return distances.maximum(Constants.like(distances, 0));
  }
}

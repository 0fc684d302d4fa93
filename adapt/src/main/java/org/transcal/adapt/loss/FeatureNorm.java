package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import org.transcal.adapt.tensor.Constants;

/** Asks the length of each row to grow by a step from where it is. */
public final class FeatureNorm {
  /** Keeps the slope of the root finite where a row is 0. */
  private static final double SMALLEST_SQUARE = 1e-12;

  private FeatureNorm() {}

  /** {@code mean (‖f‖ − (‖f̄‖ + step))²} with f̄ held fixed. */
  public static NDArray growing(NDArray features, double step) {
    NDArray norm =
        Constants.plus(features.square().sum(new int[] {1}, true), SMALLEST_SQUARE).sqrt();
    NDArray wanted = Constants.plus(norm.stopGradient(), step);
    return norm.sub(wanted).square().mean();
  }
}

package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import org.transcal.adapt.loss.GaussianKernels;
import org.transcal.adapt.loss.MaximumMeanDiscrepancy;
import org.transcal.adapt.loss.NuclearNorm;
import org.transcal.adapt.tensor.Constants;

/** Losses of the methods that have no layers of their own. */
final class PlainLosses {
  private static final double PREDICTION_BANDWIDTH = 1.68;

  /** Keeps quotients finite at 0. */
  private static final double SMALLEST_SQUARE = 1e-12;

  private PlainLosses() {}

  static NDArray ddc(ForwardPass pass) {
    NDArray distance =
        relativeDistance(pass.sourceFeatures(), pass.targetFeatures(), pass.features());
    return Constants.times(distance, pass.ramp());
  }

  /**
   * MMD with a linear kernel, in units of the spread of all rows: shrinking all features does not
   * lower it.
   */
  static NDArray relativeDistance(NDArray source, NDArray target, NDArray both) {
    return meanDistance(source, target).div(spread(both));
  }

  /** The squared distance of the means. */
  static NDArray meanDistance(NDArray source, NDArray target) {
    return source.mean(new int[] {0}).sub(target.mean(new int[] {0})).square().sum();
  }

  /** The mean squared distance of rows from their mean. */
  static NDArray spread(NDArray rows) {
    NDArray centred = rows.sub(rows.mean(new int[] {0}, true));
    return Constants.plus(centred.square().sum(new int[] {1}).mean(), SMALLEST_SQUARE);
  }

  static NDArray dan(ForwardPass pass) {
    return discrepancy(pass, GaussianKernels.multiScale(pass.features()));
  }

  static NDArray jan(ForwardPass pass) {
    NDArray predictions = pass.logits().softmax(1);
    return discrepancy(
        pass,
        GaussianKernels.multiScale(pass.features())
            .mul(GaussianKernels.single(predictions, PREDICTION_BANDWIDTH)));
  }

  private static NDArray discrepancy(ForwardPass pass, NDArray kernel) {
    return Constants.times(MaximumMeanDiscrepancy.of(kernel, pass.sourceRows()), pass.ramp());
  }

  static NDArray bnm(ForwardPass pass) {
    return Constants.times(
        NuclearNorm.of(pass.targetLogits().softmax(1)), -1.0 / pass.targetRows());
  }
}

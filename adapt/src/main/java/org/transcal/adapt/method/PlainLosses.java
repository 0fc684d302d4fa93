package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import org.transcal.adapt.loss.GaussianKernels;
import org.transcal.adapt.loss.MaximumMeanDiscrepancy;
import org.transcal.adapt.loss.NuclearNorm;
import org.transcal.adapt.tensor.Constants;

/** Losses of the methods that have no layers of their own. */
final class PlainLosses {
  /** The authors' λ. */
  private static final double MEAN_DISTANCE_WEIGHT = 0.25;

  private static final double PREDICTION_BANDWIDTH = 1.68;

  /** The authors' weight and step Δr, for features behind batch normalization. */
  private static final double NORM_WEIGHT = 0.05;

  private static final double NORM_STEP = 1;

  /** Keeps square roots and quotients finite at 0. */
  private static final double SMALLEST_SQUARE = 1e-12;

  private PlainLosses() {}

  static NDArray ddc(ForwardPass pass) {
    NDArray distance =
        meanDistance(pass.sourceFeatures(), pass.targetFeatures()).div(spread(pass.features()));
    return Constants.times(distance, MEAN_DISTANCE_WEIGHT * pass.ramp());
  }

  /** The squared distance of the means: MMD with a linear kernel. */
  static NDArray meanDistance(NDArray source, NDArray target) {
    return source.mean(new int[] {0}).sub(target.mean(new int[] {0})).square().sum();
  }

  /** The mean squared distance of rows from their mean; no gradient flows through it. */
  static NDArray spread(NDArray rows) {
    NDArray fixed = rows.stopGradient();
    NDArray centred = fixed.sub(fixed.mean(new int[] {0}, true));
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

  static NDArray afn(ForwardPass pass) {
    NDArray growth =
        growth(pass.sourceFeatures(), NORM_STEP).add(growth(pass.targetFeatures(), NORM_STEP));
    return Constants.times(growth, NORM_WEIGHT);
  }

  /** {@code mean (‖f‖ − (‖f̄‖ + step))²} with f̄ held fixed: norms are asked to grow by a step. */
  static NDArray growth(NDArray features, double step) {
    NDArray norm =
        Constants.plus(features.square().sum(new int[] {1}, true), SMALLEST_SQUARE).sqrt();
    NDArray wanted = Constants.plus(norm.stopGradient(), step);
    return norm.sub(wanted).square().mean();
  }

  static NDArray bnm(ForwardPass pass) {
    return Constants.times(
        NuclearNorm.of(pass.targetLogits().softmax(1)), -1.0 / pass.targetRows());
  }
}

package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import org.transcal.adapt.loss.FeatureNorm;
import org.transcal.adapt.loss.GaussianKernels;
import org.transcal.adapt.loss.MeanDiscrepancy;
import org.transcal.adapt.loss.NuclearNorm;
import org.transcal.adapt.tensor.Constants;

/** Losses of the methods that have no layers of their own. */
final class PlainLosses {
  private static final double PREDICTION_BANDWIDTH = 1.68;
  private static final double NORM_WEIGHT = 0.05;

  /** Small relative to feature norms of about 2 to 10: longer steps make norms run away. */
  private static final double NORM_STEP = 0.02;

  private PlainLosses() {}

  static NDArray dan(ForwardPass pass) {
    return discrepancy(pass, GaussianKernels.several(pass.features()));
  }

  static NDArray jan(ForwardPass pass) {
    NDArray predictions = pass.logits().softmax(1);
    return discrepancy(
        pass,
        GaussianKernels.several(pass.features())
            .mul(GaussianKernels.single(predictions, PREDICTION_BANDWIDTH)));
  }

  private static NDArray discrepancy(ForwardPass pass, NDArray kernel) {
    return Constants.times(MeanDiscrepancy.of(kernel, pass.sourceRows()), pass.ramp());
  }

  static NDArray afn(ForwardPass pass) {
    NDArray growth =
        FeatureNorm.growing(pass.sourceFeatures(), NORM_STEP)
            .add(FeatureNorm.growing(pass.targetFeatures(), NORM_STEP));
    return Constants.times(growth, NORM_WEIGHT);
  }

  static NDArray bnm(ForwardPass pass) {
    return Constants.times(
        NuclearNorm.of(pass.targetLogits().softmax(1)), -1.0 / pass.targetRows());
  }
}

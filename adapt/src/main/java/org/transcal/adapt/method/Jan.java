package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.Optional;
import org.transcal.adapt.loss.GaussianKernels;
import org.transcal.adapt.loss.MeanDiscrepancy;
import org.transcal.adapt.tensor.Constants;

/** Joint adaptation network: features and predictions together, by the product of two kernels. */
final class Jan implements AdaptationLoss {
  private static final double WEIGHT = 1;
  private static final double PREDICTION_BANDWIDTH = 1.68;

  @Override
  public Optional<NDArray> transfer(Forward forward) {
    NDArray predictions = forward.logits().softmax(1);
    NDArray kernel =
        GaussianKernels.several(forward.features())
            .mul(GaussianKernels.single(predictions, PREDICTION_BANDWIDTH));
    NDArray discrepancy = MeanDiscrepancy.of(kernel, forward.sourceRows());
    return Optional.of(Constants.times(discrepancy, WEIGHT * forward.ramp()));
  }
}

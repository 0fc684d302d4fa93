package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.Optional;
import org.transcal.adapt.loss.GaussianKernels;
import org.transcal.adapt.loss.MeanDiscrepancy;
import org.transcal.adapt.tensor.Constants;

/** Deep adaptation network: brings the features of both domains together in a kernel's space. */
final class Dan implements AdaptationLoss {
  private static final double WEIGHT = 1;

  @Override
  public Optional<NDArray> transfer(Forward forward) {
    NDArray kernel = GaussianKernels.several(forward.features());
    NDArray discrepancy = MeanDiscrepancy.of(kernel, forward.sourceRows());
    return Optional.of(Constants.times(discrepancy, WEIGHT * forward.ramp()));
  }
}

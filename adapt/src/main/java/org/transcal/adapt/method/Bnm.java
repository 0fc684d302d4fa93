package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.Optional;
import org.transcal.adapt.loss.NuclearNorm;
import org.transcal.adapt.tensor.Constants;

/** Batch nuclear-norm maximisation: target predictions that are sure and of many classes. */
final class Bnm implements AdaptationLoss {
  private static final double WEIGHT = 1;

  @Override
  public Optional<NDArray> transfer(Forward forward) {
    NDArray norm = NuclearNorm.of(forward.targetLogits().softmax(1));
    return Optional.of(Constants.times(norm, -WEIGHT / forward.targetRows()));
  }
}

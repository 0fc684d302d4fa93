package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.Optional;
import org.transcal.adapt.loss.FeatureNorm;
import org.transcal.adapt.tensor.Constants;

/** Adaptive feature norm, stepwise: features of both domains grow a little in every step. */
final class Afn implements AdaptationLoss {
  private static final double WEIGHT = 0.05;

  /** Small beside the length of features, some 2 to 10 here: longer steps feed on themselves. */
  private static final double STEP = 0.02;

  @Override
  public Optional<NDArray> transfer(Forward forward) {
    NDArray growth =
        FeatureNorm.growing(forward.sourceFeatures(), STEP)
            .add(FeatureNorm.growing(forward.targetFeatures(), STEP));
    return Optional.of(Constants.times(growth, WEIGHT));
  }
}

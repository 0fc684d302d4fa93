package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.Optional;

/** No adaptation: the classifier that the others are measured against. */
final class SourceOnly implements AdaptationLoss {
  @Override
  public Optional<NDArray> transfer(Forward forward) {
    return Optional.empty();
  }
}

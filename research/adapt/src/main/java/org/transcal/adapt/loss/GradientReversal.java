package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import org.transcal.adapt.tensor.Constants;

/** The identity, with the gradient reversed and scaled. */
public final class GradientReversal {
  private GradientReversal() {}

  /**
   * Unchanged values; gradients are multiplied by {@code −coefficient}.
   *
   * <p>{@code x̄ − c (x − x̄)} with x̄ held fixed: the bracket is exactly 0, its gradient is not.
   */
  public static NDArray of(NDArray x, double coefficient) {
    NDArray fixed = x.stopGradient();
    return fixed.add(Constants.times(x.sub(fixed), -coefficient));
  }
}

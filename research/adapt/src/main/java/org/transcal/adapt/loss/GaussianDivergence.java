package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import org.transcal.adapt.tensor.Constants;

/**
 * Kullback–Leibler divergence of independent normal distributions from the standard one.
 *
 * @deprecated no loss here uses it any longer; write it in a loss of your own.
 */
@Deprecated(since = "0.2.0", forRemoval = true)
public final class GaussianDivergence {
  private GaussianDivergence() {}

  /** {@code ½ Σ (σ² + μ² − 1 − ln σ²)}, with logs of standard deviations. */
  public static NDArray fromStandard(NDArray means, NDArray logDeviations) {
    NDArray logVariances = Constants.times(logDeviations, 2);
    NDArray terms = logVariances.exp().add(means.square()).sub(logVariances);
    return Constants.times(Constants.plus(terms, -1).sum(), 0.5);
  }
}

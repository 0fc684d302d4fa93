package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import org.transcal.adapt.tensor.Constants;

/** The negative log-probability of the true class. */
public final class CrossEntropy {
  private CrossEntropy() {}

  public static NDArray mean(NDArray logits, NDArray oneHot) {
    double rows = logits.getShape().get(0);
    return Constants.times(logits.logSoftmax(1).mul(oneHot).sum(), -1 / rows);
  }

  /** The weighted mean over rows; weights are a column, and no gradient flows through them. */
  public static NDArray weightedMean(NDArray logits, NDArray oneHot, NDArray weights) {
    NDArray fixed = weights.stopGradient();
    NDArray sum = logits.logSoftmax(1).mul(oneHot).mul(fixed).sum();
    return sum.neg().div(fixed.sum());
  }

  /** Entropy of each row's softmax, as a column. */
  public static NDArray entropy(NDArray logits) {
    return logits.softmax(1).mul(logits.logSoftmax(1)).sum(new int[] {1}, true).neg();
  }
}

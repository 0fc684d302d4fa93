package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import org.transcal.adapt.tensor.Constants;

/** How an adversary's scores differ from the classes that a classifier chose, with a margin. */
public final class MarginDisparity {
  /** Keeps the logarithm of a probability that vanishes finite. */
  private static final double SMALLEST = 1e-6;

  private MarginDisparity() {}

  /**
   * What the adversary minimises: agreement on the source, counted γ times, and disagreement on the
   * target.
   *
   * <p>{@code γ · mean −log p_ŷ(source) + mean −log(1 − p_ŷ(target))}.
   *
   * @param margin γ
   * @param sourceScores the adversary's logits of source rows
   * @param sourceChosen the classifier's choices there, one-hot
   */
  public static NDArray of(
      double margin,
      NDArray sourceScores,
      NDArray sourceChosen,
      NDArray targetScores,
      NDArray targetChosen) {
    NDArray agreement = Constants.times(CrossEntropy.mean(sourceScores, sourceChosen), margin);
    return agreement.add(disagreement(targetScores, targetChosen));
  }

  private static NDArray disagreement(NDArray scores, NDArray chosen) {
    double rows = scores.getShape().get(0);
    NDArray others = Constants.plus(chosen.neg(), 1);
    NDArray rest = scores.softmax(1).mul(others).sum(new int[] {1}, true);
    return Constants.times(Constants.plus(rest, SMALLEST).log().sum(), -1 / rows);
  }
}

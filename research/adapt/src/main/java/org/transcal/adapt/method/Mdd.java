package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.loss.GradientReversal;
import org.transcal.adapt.loss.OneHot;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.tensor.Constants;

/** Margin disparity discrepancy: an adversarial classifier that agrees on the source only. */
final class Mdd implements AdaptationLoss {
  private static final double MARGIN = 4;
  private static final double REVERSAL = 0.1;

  /** Keeps the logarithm finite at probability 0. */
  private static final double SMALLEST = 1e-6;

  private final Head adversary;

  Mdd(LayerFactory layers) {
    adversary = new Head(layers, layers.features(), Head.HIDDEN, layers.classes());
  }

  @Override
  public List<Layer> layers() {
    return adversary.layers();
  }

  @Override
  public Optional<NDArray> transfer(ForwardPass pass) {
    NDArray reversed = GradientReversal.of(pass.features(), REVERSAL * pass.ramp());
    NDList scores =
        adversary.scores(reversed, pass.dropout()).split(new long[] {pass.sourceRows()}, 0);
    return Optional.of(
        disparity(
            scores.get(0),
            OneHot.ofLargest(pass.sourceLogits()),
            scores.get(1),
            OneHot.ofLargest(pass.targetLogits())));
  }

  /**
   * What the adversary minimises: {@code γ · mean −log p_ŷ(source) + mean −log(1 − p_ŷ(target))}.
   *
   * @param sourceScores the adversary's logits
   * @param sourceChosen the classifier's choices, one-hot
   */
  static NDArray disparity(
      NDArray sourceScores, NDArray sourceChosen, NDArray targetScores, NDArray targetChosen) {
    NDArray agreement = Constants.times(CrossEntropy.mean(sourceScores, sourceChosen), MARGIN);
    double rows = targetScores.getShape().get(0);
    NDArray others = Constants.plus(targetChosen.neg(), 1);
    NDArray rest = targetScores.softmax(1).mul(others).sum(new int[] {1}, true);
    NDArray logs = Constants.plus(rest, SMALLEST).log();
    return agreement.add(Constants.times(logs.sum(), -1 / rows));
  }
}

package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.tensor.Constants;

/**
 * Maximum classifier discrepancy: two classifiers learn to disagree on the target, then the encoder
 * learns to make them agree.
 *
 * <p>Steps A, B and C of the paper with its n = 4 encoder updates; rate of those updates,
 * class-balance term and batch normalization are of the authors' programs. The mean of the two
 * classifiers is kept.
 */
final class Mcd implements AdaptationLoss {
  private static final int ENCODER_UPDATES = 4;
  private static final double BALANCE_WEIGHT = 0.01;

  /** Keeps the logarithm finite at probability 0. */
  private static final double SMALLEST = 1e-6;

  private final Layer second;

  Mcd(LayerFactory layers) {
    second = layers.newLayer(layers.features(), layers.classes());
  }

  @Override
  public List<Layer> layers() {
    return List.of(second);
  }

  /** Step A: the second classifier's source loss, and balanced classes. */
  @Override
  public Optional<NDArray> transfer(ForwardPass pass) {
    return Optional.of(
        CrossEntropy.mean(second.apply(pass.sourceFeatures()), pass.sourceLabels())
            .add(imbalance(pass)));
  }

  @Override
  public List<Update> updates() {
    List<Update> updates = new ArrayList<>();
    updates.add(new Update(Updated.HEADS, this::apart));
    for (int i = 0; i < ENCODER_UPDATES; i++) {
      updates.add(new Update(Updated.ENCODER_SLOWLY, this::discrepancy));
    }
    return updates;
  }

  /** Step B: correct on the source, as different as possible on the target. */
  private NDArray apart(ForwardPass pass) {
    return CrossEntropy.mean(pass.sourceLogits(), pass.sourceLabels())
        .add(CrossEntropy.mean(second.apply(pass.sourceFeatures()), pass.sourceLabels()))
        .add(imbalance(pass))
        .sub(discrepancy(pass));
  }

  /** Step C minimises this. */
  private NDArray discrepancy(ForwardPass pass) {
    return discrepancy(pass.targetLogits(), second.apply(pass.targetFeatures()));
  }

  static NDArray discrepancy(NDArray oneLogits, NDArray otherLogits) {
    return oneLogits.softmax(1).sub(otherLogits.softmax(1)).abs().mean();
  }

  private NDArray imbalance(ForwardPass pass) {
    return Constants.times(
        imbalance(pass.targetLogits()).add(imbalance(second.apply(pass.targetFeatures()))),
        BALANCE_WEIGHT);
  }

  /** {@code mean_k −log p̄_k}, least if mean predictions are uniform. */
  static NDArray imbalance(NDArray logits) {
    return Constants.plus(logits.softmax(1).mean(new int[] {0}), SMALLEST).log().mean().neg();
  }

  @Override
  public LayerWeights classifier(LayerWeights trained) {
    return LayerWeights.mean(trained, second.weights());
  }
}

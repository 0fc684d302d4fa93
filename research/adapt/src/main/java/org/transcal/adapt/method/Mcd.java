package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.tensor.Constants;

/**
 * Maximum classifier discrepancy: two classifiers learn to disagree on the target, then the layers
 * below learn to make them agree.
 *
 * <p>As in the authors' program, each classifier has a hidden layer with batch normalization, which
 * is a last layer of the encoder, below a linear layer. Features are those of both, concatenated.
 * Steps A, B and C are the paper's, with n = 4 updates without momentum in step C; the
 * class-balance term is the program's. The mean of the two classifiers is kept.
 */
final class Mcd implements AdaptationLoss {
  static final int CLASSIFIERS = 2;

  private static final int LOWER_UPDATES = 4;

  private static final double BALANCE_WEIGHT = 0.01;

  /** Keeps the logarithm finite at probability 0. */
  private static final double SMALLEST = 1e-6;

  private final Layer second;
  private final int features;
  private final NDArray firstHalf;
  private final NDArray secondHalf;

  Mcd(LayerFactory layers) {
    features = layers.features();
    second = layers.newLayer(features, layers.classes());
    float[] ones = new float[features];
    Arrays.fill(ones, 0, features / 2, 1);
    firstHalf = Constants.vector(layers.manager(), ones);
    Arrays.fill(ones, 1);
    secondHalf = Constants.vector(layers.manager(), ones).sub(firstHalf);
  }

  @Override
  public List<Layer> layers() {
    return List.of(second);
  }

  /** Logits of the first classifier. */
  @Override
  public NDArray logits(NDArray allFeatures, Layer classifier) {
    return classifier.apply(allFeatures.mul(firstHalf));
  }

  /** Logits of the second classifier. */
  private NDArray secondLogits(NDArray allFeatures) {
    return second.apply(allFeatures.mul(secondHalf));
  }

  /** Step A: the second classifier's source loss, and balanced classes. */
  @Override
  public Optional<NDArray> transfer(ForwardPass pass) {
    return Optional.of(secondSourceLoss(pass).add(imbalance(pass)));
  }

  private NDArray secondSourceLoss(ForwardPass pass) {
    return CrossEntropy.mean(secondLogits(pass.sourceFeatures()), pass.sourceLabels());
  }

  @Override
  public List<Update> updates() {
    List<Update> updates = new ArrayList<>();
    updates.add(new Update(Updated.UPPER_LAYERS, this::apart));
    for (int i = 0; i < LOWER_UPDATES; i++) {
      updates.add(new Update(Updated.LOWER_LAYERS, this::discrepancy));
    }
    return updates;
  }

  /** Step B: correct on the source, as different as possible on the target. */
  private NDArray apart(ForwardPass pass) {
    return CrossEntropy.mean(pass.sourceLogits(), pass.sourceLabels())
        .add(secondSourceLoss(pass))
        .add(imbalance(pass))
        .sub(discrepancy(pass));
  }

  /** Step C minimises this. */
  private NDArray discrepancy(ForwardPass pass) {
    return discrepancy(pass.targetLogits(), secondLogits(pass.targetFeatures()));
  }

  static NDArray discrepancy(NDArray oneLogits, NDArray otherLogits) {
    return oneLogits.softmax(1).sub(otherLogits.softmax(1)).abs().mean();
  }

  private NDArray imbalance(ForwardPass pass) {
    return Constants.times(
        imbalance(pass.targetLogits()).add(imbalance(secondLogits(pass.targetFeatures()))),
        BALANCE_WEIGHT);
  }

  /** {@code mean_k −log p̄_k}, least if mean predictions are uniform. */
  static NDArray imbalance(NDArray logits) {
    return Constants.plus(logits.softmax(1).mean(new int[] {0}), SMALLEST).log().mean().neg();
  }

  @Override
  public LayerWeights classifier(LayerWeights trained) {
    return LayerWeights.mean(
        onFeatures(trained, 0, features / 2), onFeatures(second.weights(), features / 2, features));
  }

  /** A layer that uses only some of the features. */
  private static LayerWeights onFeatures(LayerWeights layer, int from, int to) {
    float[] weight = new float[layer.weight().length];
    int width = layer.outputs();
    System.arraycopy(layer.weight(), from * width, weight, from * width, (to - from) * width);
    return new LayerWeights(layer.inputs(), width, weight, layer.bias());
  }
}

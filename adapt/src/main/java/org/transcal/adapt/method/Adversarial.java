package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.loss.GradientReversal;
import org.transcal.adapt.loss.OneHot;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.tensor.Constants;

/** DANN and CDAN: features from which a discriminator cannot tell the domains apart. */
final class Adversarial implements AdaptationLoss {
  /** What the discriminator sees. */
  enum Input {
    FEATURES,
    OUTER_PRODUCT,
    /** Predictions ⊗ features, rows weighted by {@code 1 + exp(−entropy)} (+E). */
    WEIGHTED_OUTER_PRODUCT
  }

  private final Input input;
  private final Head discriminator;

  Adversarial(LayerFactory layers, Input input) {
    this.input = input;
    long width = (long) layers.features() * (input == Input.FEATURES ? 1 : layers.classes());
    this.discriminator = new Head(layers, width, Head.HIDDEN, Head.HIDDEN, 1);
  }

  @Override
  public List<Layer> layers() {
    return discriminator.layers();
  }

  @Override
  public Optional<NDArray> transfer(ForwardPass pass) {
    NDArray reversed = GradientReversal.of(pass.features(), pass.ramp());
    NDArray seen =
        input == Input.FEATURES
            ? reversed
            : outerProduct(pass.logits().stopGradient().softmax(1), reversed);
    NDArray scores = discriminator.scores(seen, pass.dropout());
    // Two logits of which one is 0: the logistic loss.
    NDArray logits = scores.concat(scores.zerosLike(), 1);
    int[] domains = new int[pass.sourceRows() + pass.targetRows()];
    Arrays.fill(domains, pass.sourceRows(), domains.length, 1);
    NDArray truth = OneHot.of(seen.getManager(), domains, 2);
    NDArray weights = weights(pass.sourceLogits()).concat(weights(pass.targetLogits()), 0);
    return Optional.of(CrossEntropy.weightedMean(logits, truth, weights));
  }

  /** Rows {@code (a_1 b_1, a_1 b_2, …, a_K b_d)}. */
  static NDArray outerProduct(NDArray a, NDArray b) {
    long width = a.getShape().get(1) * b.getShape().get(1);
    return a.expandDims(2).mul(b.expandDims(1)).reshape(new Shape(a.getShape().get(0), width));
  }

  /** Row weights of one domain, which sum to 1. */
  private NDArray weights(NDArray logits) {
    if (input != Input.WEIGHTED_OUTER_PRODUCT) {
      long rows = logits.getShape().get(0);
      return logits.getManager().full(new Shape(rows, 1), 1f / rows, logits.getDataType());
    }
    NDArray weights = Constants.plus(CrossEntropy.entropy(logits.stopGradient()).neg().exp(), 1);
    return weights.div(weights.sum());
  }
}

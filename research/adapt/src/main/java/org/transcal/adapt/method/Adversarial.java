package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.loss.GradientReversal;
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
  private final BinaryOperator<NDArray> seen;
  private final Discriminator discriminator;

  Adversarial(LayerFactory layers, Input input) {
    this.input = input;
    if (input == Input.FEATURES) {
      this.seen = (predictions, features) -> features;
      this.discriminator = new Discriminator(layers, layers.features());
    } else {
      MultilinearMap map = new MultilinearMap(layers);
      this.seen = map::apply;
      this.discriminator = new Discriminator(layers, map.width());
    }
  }

  @Override
  public List<Layer> layers() {
    return discriminator.layers();
  }

  @Override
  public Optional<NDArray> transfer(ForwardPass pass) {
    NDArray reversed = GradientReversal.of(pass.features(), pass.ramp());
    NDArray inputs = seen.apply(pass.logits().stopGradient().softmax(1), reversed);
    if (input != Input.WEIGHTED_OUTER_PRODUCT) {
      return Optional.of(discriminator.loss(inputs, pass.sourceRows(), pass.dropout()));
    }
    NDArray weights = weights(pass.sourceLogits()).concat(weights(pass.targetLogits()), 0);
    return Optional.of(discriminator.loss(inputs, pass.sourceRows(), weights, pass.dropout()));
  }

  /** Row weights of one domain, which sum to 1. */
  private static NDArray weights(NDArray logits) {
    NDArray weights = Constants.plus(CrossEntropy.entropy(logits.stopGradient()).neg().exp(), 1);
    return weights.div(weights.sum());
  }
}

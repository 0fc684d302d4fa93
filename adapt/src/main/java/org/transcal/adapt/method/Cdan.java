package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.loss.GradientReversal;
import org.transcal.adapt.loss.OuterProduct;
import org.transcal.adapt.network.Layer;

/** Conditional adversarial network: the discriminator sees features together with predictions. */
final class Cdan implements AdaptationLoss {
  /** How rows count for the discriminator. */
  enum Conditioning {
    /** All alike. */
    PLAIN,
    /** By how sure the classifier is of them (+E). */
    ENTROPY
  }

  private final Discriminator discriminator;
  private final Conditioning conditioning;

  Cdan(Parts parts, Conditioning conditioning) {
    this.discriminator = new Discriminator(parts, (long) parts.features() * parts.classes());
    this.conditioning = conditioning;
  }

  @Override
  public List<Layer> layers() {
    return discriminator.layers();
  }

  @Override
  public Optional<NDArray> transfer(Forward forward) {
    NDArray predictions = forward.logits().stopGradient().softmax(1);
    NDArray features = GradientReversal.of(forward.features(), forward.ramp());
    NDArray weights =
        conditioning == Conditioning.ENTROPY
            ? SampleWeights.byCertainty(forward)
            : SampleWeights.equal(forward);
    return Optional.of(
        discriminator.loss(OuterProduct.of(predictions, features), forward, weights));
  }
}

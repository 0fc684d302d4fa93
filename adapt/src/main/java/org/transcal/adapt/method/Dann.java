package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.loss.GradientReversal;
import org.transcal.adapt.network.Layer;

/** Domain-adversarial network: features that a discriminator cannot tell apart. */
final class Dann implements AdaptationLoss {
  private final Discriminator discriminator;

  Dann(Parts parts) {
    discriminator = new Discriminator(parts, parts.features());
  }

  @Override
  public List<Layer> layers() {
    return discriminator.layers();
  }

  @Override
  public Optional<NDArray> transfer(Forward forward) {
    NDArray features = forward.features();
    NDArray reversed = GradientReversal.of(features, forward.ramp());
    return Optional.of(discriminator.loss(reversed, forward, SampleWeights.equal(forward)));
  }
}

package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.network.Network;
import org.transcal.adapt.network.NetworkWeights;

/**
 * Adversarial discriminative domain adaptation: in the first half of training a source network;
 * then it is fixed, and a copy of its encoder learns to make target logits look like source logits.
 *
 * <p>As in the authors' program, the discriminator sees logits, and the target encoder has a fifth
 * of the source encoder's learning rate.
 */
final class Adda implements AdaptationLoss {
  private static final double FIRST_PHASE = 0.5;

  /** The target encoder's rate relative to that of the first phase. */
  private static final double SECOND_RATE = 0.2;

  private final NDManager manager;
  private final Discriminator discriminator;
  private Optional<Fixed> fixed = Optional.empty();

  /** The source network after the first phase. */
  private record Fixed(NetworkWeights weights, Network network) {}

  Adda(LayerFactory layers) {
    manager = layers.manager();
    discriminator = new Discriminator(layers, layers.classes());
  }

  @Override
  public List<Layer> layers() {
    return discriminator.layers();
  }

  @Override
  public void beforeStep(Network network, double progress) {
    if (fixed.isEmpty() && progress >= FIRST_PHASE) {
      NetworkWeights weights =
          new NetworkWeights(network.encoder().sourceWeights(), network.classifier().weights());
      fixed = Optional.of(new Fixed(weights, Network.of(manager, weights)));
    }
  }

  @Override
  public boolean learnsSource() {
    return fixed.isEmpty();
  }

  /** Only for the log: in the second phase, updates do the work. */
  @Override
  public Optional<NDArray> transfer(ForwardPass pass) {
    return fixed.map(source -> disguise(pass));
  }

  @Override
  public List<Update> updates() {
    return fixed.isEmpty()
        ? List.of()
        : List.of(
            new Update(Updated.HEADS, this::domains),
            new Update(Updated.ENCODER, this::disguise, SECOND_RATE));
  }

  /** The discriminator's loss on logits of the fixed network and of the current encoder. */
  private NDArray domains(ForwardPass pass) {
    Network source = fixed.orElseThrow().network();
    // The same dropout for both, or it would tell the domains apart.
    NDArray fixedLogits = source.logits(source.features(pass.inputs(), pass.dropout()));
    NDArray sourceLogits = fixedLogits.split(new long[] {pass.sourceRows()}, 0).get(0);
    NDArray both = sourceLogits.concat(targetLogits(pass), 0).stopGradient();
    return discriminator.loss(both, pass.sourceRows(), pass.dropout());
  }

  /** The loss of target rows that pretend to be source rows. */
  private NDArray disguise(ForwardPass pass) {
    return discriminator.loss(targetLogits(pass), pass.targetRows(), pass.dropout());
  }

  /** Target logits of the fixed classifier. */
  private NDArray targetLogits(ForwardPass pass) {
    return fixed.orElseThrow().network().logits(pass.targetFeatures());
  }

  @Override
  public LayerWeights classifier(LayerWeights trained) {
    return fixed.map(source -> source.weights().classifier()).orElse(trained);
  }

  @Override
  public NetworkWeights forSource(NetworkWeights trained) {
    return fixed.map(Fixed::weights).orElse(trained);
  }
}

package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
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
 * <p>The mean of the two classifiers is kept. Deviation: the discrepancy has weight 0.1 λ_p, as in
 * {@link Mdd}, and the encoder is updated once per step; with full weight and the authors' four
 * updates every target row of distant domains ends up in one class.
 */
final class Mcd implements AdaptationLoss {
  private static final double WEIGHT = 0.1;

  private final Layer second;

  Mcd(LayerFactory layers) {
    second = layers.newLayer(layers.features(), layers.classes());
  }

  @Override
  public List<Layer> layers() {
    return List.of(second);
  }

  @Override
  public Optional<NDArray> transfer(ForwardPass pass) {
    return Optional.of(CrossEntropy.mean(second.apply(pass.sourceFeatures()), pass.sourceLabels()));
  }

  @Override
  public List<Update> updates() {
    return List.of(
        new Update(Updated.HEADS, this::apart), new Update(Updated.ENCODER, this::discrepancy));
  }

  /** Correct on the source, as different as possible on the target. */
  private NDArray apart(ForwardPass pass) {
    NDArray source =
        CrossEntropy.mean(pass.sourceLogits(), pass.sourceLabels())
            .add(CrossEntropy.mean(second.apply(pass.sourceFeatures()), pass.sourceLabels()));
    return source.sub(discrepancy(pass));
  }

  private NDArray discrepancy(ForwardPass pass) {
    NDArray one = pass.targetLogits().softmax(1);
    NDArray other = second.apply(pass.targetFeatures()).softmax(1);
    return Constants.times(one.sub(other).abs().mean(), WEIGHT * pass.ramp());
  }

  @Override
  public LayerWeights classifier(LayerWeights trained) {
    return LayerWeights.mean(trained, second.weights());
  }
}

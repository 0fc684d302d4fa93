package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.tensor.Constants;

/**
 * Maximum classifier discrepancy: two classifiers move apart on the target, then the encoder brings
 * them together.
 *
 * <p>The classifier that is kept is the mean of the two. Deviation: the discrepancy counts 0.1 λ_p,
 * as the disparity of {@link Mdd} does, and the encoder moves once a step; at full weight and with
 * the authors' four moves every target row of distant domains ends in one class.
 */
final class Mcd implements AdaptationLoss {
  private static final double WEIGHT = 0.1;

  private final Layer second;

  Mcd(Parts parts) {
    second = parts.newLayer(parts.features(), parts.classes());
  }

  @Override
  public List<Layer> layers() {
    return List.of(second);
  }

  @Override
  public Optional<NDArray> transfer(Forward forward) {
    return Optional.of(
        CrossEntropy.mean(second.apply(forward.sourceFeatures()), forward.sourceLabels()));
  }

  @Override
  public List<Move> moves() {
    return List.of(new Move(Moved.HEADS, this::apart), new Move(Moved.ENCODER, this::discrepancy));
  }

  /** Right on the source, as different as can be on the target. */
  private NDArray apart(Forward forward) {
    NDArray source =
        CrossEntropy.mean(forward.sourceLogits(), forward.sourceLabels())
            .add(CrossEntropy.mean(second.apply(forward.sourceFeatures()), forward.sourceLabels()));
    return source.sub(discrepancy(forward));
  }

  private NDArray discrepancy(Forward forward) {
    NDArray one = forward.targetLogits().softmax(1);
    NDArray other = second.apply(forward.targetFeatures()).softmax(1);
    return Constants.times(one.sub(other).abs().mean(), WEIGHT * forward.ramp());
  }

  @Override
  public LayerWeights classifier(LayerWeights trained) {
    return LayerWeights.mean(trained, second.weights());
  }
}

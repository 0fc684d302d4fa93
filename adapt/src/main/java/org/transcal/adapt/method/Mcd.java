package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.network.LayerWeights;

/**
 * Maximum classifier discrepancy: two classifiers move apart on the target, then the encoder brings
 * them together.
 *
 * <p>The classifier that is kept is the mean of the two.
 */
final class Mcd implements AdaptationLoss {
  private static final int ENCODER_MOVES = 4;

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
    List<Move> moves = new ArrayList<>();
    moves.add(new Move(Moved.HEADS, this::apart));
    for (int i = 0; i < ENCODER_MOVES; i++) {
      moves.add(new Move(Moved.ENCODER, this::discrepancy));
    }
    return moves;
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
    return one.sub(other).abs().mean();
  }

  @Override
  public LayerWeights classifier(LayerWeights trained) {
    return LayerWeights.mean(trained, second.weights());
  }
}

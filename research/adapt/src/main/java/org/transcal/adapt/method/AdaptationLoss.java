package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.network.Network;
import org.transcal.adapt.network.NetworkWeights;

/** What a method minimises in addition to the cross-entropy on source rows. */
public interface AdaptationLoss {
  /** Layers of its own, trained with the network. */
  default List<Layer> layers() {
    return List.of();
  }

  /**
   * Features to train on.
   *
   * @param features after dropout, which keeps expected values
   * @param rate dropout rate; 0 for an encoder of your own
   */
  default NDArray afterDropout(NDArray features, double rate) {
    return features;
  }

  /**
   * Logits to train on.
   *
   * @param classifier the network's classifier
   */
  default NDArray logits(NDArray features, Layer classifier) {
    return classifier.apply(features);
  }

  /** Called before every step, with training progress from 0 to 1. */
  default void beforeStep(Network network, double progress) {}

  /** Whether the next step learns the source classes; if not, it consists of updates only. */
  default boolean learnsSource() {
    return true;
  }

  /** A scalar added to the source loss in each step, if any. */
  Optional<NDArray> transfer(ForwardPass pass);

  /** Further updates within a step, each on a forward pass of its own; none for most methods. */
  default List<Update> updates() {
    return List.of();
  }

  /** The classifier to keep, given the network's trained one. */
  default LayerWeights classifier(LayerWeights trained) {
    return trained;
  }

  /** The network for source rows, given the one for target rows. */
  default NetworkWeights forSource(NetworkWeights trained) {
    return trained;
  }

  /** Which parameters an update changes. */
  enum Updated {
    ENCODER,
    /** The encoder without its last layer, by plain gradient descent. */
    LOWER_LAYERS,
    /** The encoder's last layer, the classifier and the method's own layers. */
    UPPER_LAYERS,
    /** The classifier and the method's own layers. */
    HEADS
  }

  /**
   * A further update by the optimizer.
   *
   * @param updated which parameters it changes
   * @param objective the scalar it minimises
   * @param rate relative to the common learning rate
   */
  record Update(Updated updated, Function<ForwardPass, NDArray> objective, double rate) {
    /** An update at the common learning rate. */
    public Update(Updated updated, Function<ForwardPass, NDArray> objective) {
      this(updated, objective, 1);
    }
  }
}

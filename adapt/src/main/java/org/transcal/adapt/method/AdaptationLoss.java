package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.network.LayerWeights;

/** What a method minimises beside the cross-entropy on source rows. */
public interface AdaptationLoss {
  /** Layers of its own, trained with the network's; empty where it has none. */
  default List<Layer> layers() {
    return List.of();
  }

  /** What is added to the source loss in a step; empty where nothing is. */
  Optional<NDArray> transfer(Forward forward);

  /** Further moves within a step, each on a forward pass of its own; empty for most methods. */
  default List<Move> moves() {
    return List.of();
  }

  /** The classifier to keep, given the network's own as trained. */
  default LayerWeights classifier(LayerWeights trained) {
    return trained;
  }

  /** Which parameters a move moves. */
  enum Moved {
    /** The encoder's alone. */
    ENCODER,
    /** The classifier's and those of the method's own layers. */
    HEADS
  }

  /** What a move minimises. */
  interface Objective {
    /** The loss of a forward pass. */
    NDArray of(Forward forward);
  }

  /**
   * A further move of the optimizer.
   *
   * @param moved which parameters it moves
   * @param objective what it minimises
   */
  record Move(Moved moved, Objective objective) {}
}

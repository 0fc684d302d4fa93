package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import java.util.List;

/** The part of a network from inputs to features, in memory of the engine. */
public interface Encoder {
  /** Features of inputs, one row each; with dropout in training. */
  NDArray features(NDArray inputs, Dropout dropout);

  List<NDArray> parameters();

  /** Parameters of its last layer; none if it cannot be identified. */
  default List<NDArray> lastLayerParameters() {
    return List.of();
  }

  /** Parameters without those of its last layer. */
  default List<NDArray> lowerParameters() {
    List<NDArray> last = lastLayerParameters();
    // By identity: arrays of the engine with equal values are equal.
    return parameters().stream()
        .filter(parameter -> last.stream().noneMatch(other -> other == parameter))
        .toList();
  }

  /** Its weights for target rows, and for any rows if it treats domains alike. */
  EncoderWeights weights();

  /** Its weights for source rows. */
  default EncoderWeights sourceWeights() {
    return weights();
  }
}

package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import java.util.List;

/** The part of a network from inputs to features, in memory of the engine. */
interface Encoder {
  /** Features of inputs, one row each; with dropout in training. */
  NDArray features(NDArray inputs, Dropout dropout);

  List<NDArray> parameters();

  EncoderWeights weights();
}

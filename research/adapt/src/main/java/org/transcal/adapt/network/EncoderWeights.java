package org.transcal.adapt.network;

import ai.djl.ndarray.NDManager;
import java.util.Optional;
import org.transcal.io.dataset.ImageShape;

/** Weights of the part of a network from inputs to features. */
public sealed interface EncoderWeights permits LayeredEncoder, BlockEncoder {
  int inputs();

  int features();

  boolean isFinite();

  /** The shape of images that it takes; empty for rows of features. */
  default Optional<ImageShape> image() {
    return Optional.empty();
  }

  /** How many rows are computed at once outside of training, which bounds memory. */
  default int rowsAtOnce() {
    return 512;
  }

  /**
   * An encoder with these weights, whose arrays belong to the manager; a block of your own has its
   * own normalization, if any.
   */
  Encoder in(NDManager manager, Normalization normalization);
}

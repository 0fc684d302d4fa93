package org.transcal.adapt.network;

import ai.djl.ndarray.NDManager;

/** Weights of the part of a network from inputs to features. */
public sealed interface EncoderWeights permits LayeredEncoder, BlockEncoder {
  int inputs();

  int features();

  boolean isFinite();

  /** An encoder with these weights, whose arrays belong to the manager. */
  @SuppressWarnings("exports")
  Encoder in(NDManager manager);

  /** An encoder to train with normalization; a block has its own, if any. */
  @SuppressWarnings("exports")
  default Encoder in(NDManager manager, Normalization normalization) {
    return in(manager);
  }
}

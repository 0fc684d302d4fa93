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
}

package org.transcal.onnx.export;

/** What the numbers are that a model was fitted on, as far as the graph's ending tells. */
public enum Scale {
  /** The graph says: logits are what is given, or what goes into a softmax. */
  AS_GRAPH_SAYS,
  /** The tensor holds probabilities, whose logarithms are calibrated. */
  PROBABILITIES
}

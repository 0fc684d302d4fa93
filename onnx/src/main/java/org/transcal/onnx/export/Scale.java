package org.transcal.onnx.export;

/** Whether the calibrated tensor holds logits or probabilities. */
public enum Scale {
  /** As the graph says: logits are an output or the input of a softmax. */
  AS_GRAPH_SAYS,
  /** The tensor holds probabilities, whose logarithms are calibrated. */
  PROBABILITIES
}

package org.transcal.onnx.export;

import org.transcal.onnx.graph.TensorType;

/**
 * Where a graph's predictions are taken from.
 *
 * @param tensor its name
 * @param type its type: a batch of rows, classes along the second dimension, the others 1
 * @param holds whether it holds probabilities or logits
 * @param remark how it was found, for people
 */
public record Ending(String tensor, TensorType type, Holds holds, String remark) {
  /** What the tensor holds. */
  public enum Holds {
    /** Logits, or log probabilities, which are logits too. */
    LOGITS,
    /** Probabilities. */
    PROBABILITIES
  }
}

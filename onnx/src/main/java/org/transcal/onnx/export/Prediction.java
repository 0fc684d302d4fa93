package org.transcal.onnx.export;

import org.transcal.onnx.graph.TensorType;

/**
 * The tensor of a graph that is calibrated.
 *
 * @param tensor its name
 * @param type a batch of rows, classes along the second dimension, all others of size 1
 * @param form what it holds
 */
public record Prediction(String tensor, TensorType type, Form form) {
  /** What the tensor holds. */
  public enum Form {
    /** Logits that the graph outputs. */
    LOGITS("logits"),
    /** Inputs of the softmax whose probabilities the graph outputs. */
    LOGITS_BEFORE_SOFTMAX("logits before a softmax"),
    /** Log probabilities, which are logits too. */
    LOG_PROBABILITIES("log probabilities"),
    /** Probabilities, whose logarithms are calibrated. */
    PROBABILITIES("probabilities, by their logarithms");

    private final String text;

    Form(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }
}

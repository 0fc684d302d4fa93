package org.transcal.onnx.export;

import org.transcal.onnx.graph.TensorType;

/**
 * Where a graph's predictions are taken from.
 *
 * @param tensor its name
 * @param type its type: a batch of rows, classes along the second dimension, the others 1
 * @param form what it holds
 */
public record Ending(String tensor, TensorType type, Form form) {
  /** What the tensor holds. */
  public enum Form {
    /** Logits that the graph gives. */
    LOGITS("logits"),
    /** Logits that go into a softmax, whose probabilities the graph gives. */
    LOGITS_BEFORE_SOFTMAX("logits before a softmax"),
    /** Log probabilities that the graph gives: logits, too. */
    LOG_PROBABILITIES("log probabilities"),
    /** Probabilities, whose logarithms are calibrated. */
    PROBABILITIES("probabilities, by their logarithms");

    private final String words;

    Form(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }
}

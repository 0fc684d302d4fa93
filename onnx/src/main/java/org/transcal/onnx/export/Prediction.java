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
  public enum Form {
    LOGITS("logits"),
    LOGITS_BEFORE_SOFTMAX("logits before a softmax"),
    LOG_PROBABILITIES("log probabilities"),
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

package org.transcal.prediction;

import java.util.Arrays;

/**
 * The most probable class of each row and the confidence in it.
 *
 * <p>Symbols: {@code ŷ} and {@code c}; {@code r} is {@link #correctness}.
 */
public final class TopPredictions {
  private final int[] predictions;
  private final double[] confidence;

  /** Shares both arrays, which have one element per row. */
  TopPredictions(int[] predictions, double[] confidence) {
    this.predictions = predictions;
    this.confidence = confidence;
  }

  /** Number of examples. */
  public int rows() {
    return predictions.length;
  }

  /** The predicted class of a row. */
  public int prediction(int row) {
    return predictions[row];
  }

  /** The confidence of a row. */
  public double confidence(int row) {
    return confidence[row];
  }

  /** A copy of all confidences. */
  public double[] confidences() {
    return confidence.clone();
  }

  /** 1 if the prediction is the label, else 0. */
  public double[] correctness(Labels labels) {
    return labels.matches(predictions, "Predictions");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TopPredictions top
        && Arrays.equals(predictions, top.predictions)
        && Arrays.equals(confidence, top.confidence);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(predictions) + Arrays.hashCode(confidence);
  }

  @Override
  public String toString() {
    return "TopPredictions of " + predictions.length + " rows";
  }
}

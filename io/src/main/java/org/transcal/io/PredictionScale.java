package org.transcal.io;

import java.util.function.Function;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/**
 * Whether the numbers of an array are logits or probabilities.
 *
 * <pre>{@code
 * Matrix values = ArrayFiles.readMatrix(ArrayLocation.parse("scores.npy"));
 * Logits logits = PredictionScale.PROBABILITIES.logits(values);
 * }</pre>
 */
public enum PredictionScale {
  /** Unnormalised scores. */
  LOGITS("_logits", Logits::of, values -> Logits.of(values).softmax(1)),
  /** Rows that sum to 1. */
  PROBABILITIES("_probabilities", values -> Probabilities.of(values).toLogits(), Probabilities::of);

  private final String suffix;
  private final Function<Matrix, Logits> logits;
  private final Function<Matrix, Probabilities> probabilities;

  PredictionScale(
      String suffix,
      Function<Matrix, Logits> logits,
      Function<Matrix, Probabilities> probabilities) {
    this.suffix = suffix;
    this.logits = logits;
    this.probabilities = probabilities;
  }

  /** The end of the array's name in a task, such as {@code _logits}. */
  String suffix() {
    return suffix;
  }

  /**
   * The values as logits: logarithms if they are probabilities.
   *
   * @throws IllegalArgumentException naming the row that is not on this scale
   */
  public Logits logits(Matrix values) {
    return logits.apply(values);
  }

  /**
   * The values as probabilities, uncalibrated.
   *
   * @throws IllegalArgumentException naming the row that is not on this scale
   */
  public Probabilities probabilities(Matrix values) {
    return probabilities.apply(values);
  }
}

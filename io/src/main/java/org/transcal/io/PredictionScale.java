package org.transcal.io;

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
  LOGITS("_logits") {
    @Override
    public Logits logits(Matrix values) {
      return Logits.of(values);
    }

    @Override
    public Probabilities probabilities(Matrix values) {
      return Logits.of(values).softmax(1);
    }
  },

  /** Rows that sum to 1. */
  PROBABILITIES("_probabilities") {
    @Override
    public Logits logits(Matrix values) {
      return Probabilities.of(values).toLogits();
    }

    @Override
    public Probabilities probabilities(Matrix values) {
      return Probabilities.of(values);
    }
  };

  private final String suffix;

  PredictionScale(String suffix) {
    this.suffix = suffix;
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
  public abstract Logits logits(Matrix values);

  /**
   * The values as probabilities, uncalibrated.
   *
   * @throws IllegalArgumentException naming the row that is not on this scale
   */
  public abstract Probabilities probabilities(Matrix values);
}

package org.transcal.djl;

import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** Whether a network outputs logits or probabilities. */
public enum NetworkOutput {
  /** Scores before a softmax. */
  LOGITS,
  /** Probabilities, whose logarithms are calibrated. */
  PROBABILITIES;

  Logits logits(Matrix values) {
    return this == LOGITS ? Logits.of(values) : Probabilities.of(values).toLogits();
  }
}

package org.transcal.workflow;

import java.util.function.Supplier;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** Consecutive rows of predictions, as logits and as uncalibrated probabilities. */
record Block(int rows, Supplier<Logits> logits, Supplier<Probabilities> probabilities) {
  static Block ofLogits(Logits logits) {
    return new Block(logits.rows(), () -> logits, () -> logits.softmax(1));
  }

  static Block ofProbabilities(Probabilities probabilities) {
    return new Block(probabilities.rows(), probabilities::toLogits, () -> probabilities);
  }
}

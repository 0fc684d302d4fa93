package org.transcal.workflow;

import java.util.function.Supplier;
import org.transcal.io.PredictionScale;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** Consecutive rows of predictions, as logits and as uncalibrated probabilities. */
record Block(int rows, Supplier<Logits> logits, Supplier<Probabilities> probabilities) {
  static Block ofLogits(Logits logits) {
    return new Block(logits.rows(), () -> logits, () -> logits.softmax(1));
  }

  static Block ofProbabilities(Matrix values) {
    Probabilities probabilities = PredictionScale.PROBABILITIES.probabilities(values);
    return new Block(values.rows(), probabilities::toLogits, () -> probabilities);
  }
}

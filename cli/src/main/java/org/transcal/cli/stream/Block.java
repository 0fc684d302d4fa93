package org.transcal.cli.stream;

import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** Some consecutive rows of predictions. */
abstract class Block {
  private final Matrix values;

  private Block(Matrix values) {
    this.values = values;
  }

  static Block ofLogits(Logits logits) {
    return new Block(logits.values()) {
      @Override
      Logits logits() {
        return logits;
      }

      @Override
      Probabilities probabilities() {
        return logits.softmax(1);
      }
    };
  }

  static Block ofProbabilities(Matrix values) {
    Probabilities probabilities = Probabilities.of(values);
    return new Block(values) {
      @Override
      Logits logits() {
        return probabilities.toLogits();
      }

      @Override
      Probabilities probabilities() {
        return probabilities;
      }
    };
  }

  /** The rows as logits, which are logarithms where the file holds probabilities. */
  abstract Logits logits();

  /** The rows as probabilities, before any calibration. */
  abstract Probabilities probabilities();

  final int rows() {
    return values.rows();
  }
}

package org.transcal.metric;

import java.util.SplittableRandom;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;

/** Rows of two classes with a given confidence in the first, right or wrong. */
final class BinaryRows {
  private BinaryRows() {}

  /**
   * Rows with these confidences, each at least one half.
   *
   * @param correct which of them are right
   */
  static LabelledPredictions of(double[] confidence, boolean[] correct) {
    double[][] probabilities = new double[confidence.length][];
    int[] labels = new int[confidence.length];
    for (int i = 0; i < confidence.length; i++) {
      probabilities[i] = new double[] {confidence[i], 1 - confidence[i]};
      labels[i] = correct[i] ? 0 : 1;
    }
    return LabelledPredictions.of(
        Probabilities.of(Matrix.copyOf(probabilities)), Labels.copyOf(labels, 2));
  }

  /**
   * Random rows whose confidence is even in [0.5, 1] and whose accuracy is {@code excess} below it.
   */
  static LabelledPredictions random(int rows, double excess, SplittableRandom random) {
    double[] confidence = new double[rows];
    boolean[] correct = new boolean[rows];
    for (int i = 0; i < rows; i++) {
      confidence[i] = 0.5 + 0.5 * random.nextDouble();
      correct[i] = random.nextDouble() < confidence[i] - excess;
    }
    return of(confidence, correct);
  }
}

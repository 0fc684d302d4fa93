package org.transcal.accuracy;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Order;

/**
 * Target accuracy as the share of target rows above the confidence that splits source rows into as
 * many below it as there are errors ("ATC").
 */
final class AverageThresholdedConfidence {
  private AverageThresholdedConfidence() {}

  /**
   * The estimate; 0 if every source row is wrong.
   *
   * @param sourceConfidence calibrated confidence of source validation rows
   * @param correctness 1 if a source validation row is predicted right, else 0
   * @param targetConfidence calibrated confidence of target rows
   */
  static double accuracy(
      double[] sourceConfidence,
      double[] correctness,
      Frequencies source,
      double[] targetConfidence,
      Frequencies target) {
    double errors = 0;
    for (int i = 0; i < correctness.length; i++) {
      errors += source.get(i) * (1 - correctness[i]);
    }
    // The (number of errors)-th smallest, counted from 0: the first row with more than that many
    // rows up to and including it. Whole frequencies add up exactly; others err by less than this.
    double rounding = 1e-12 * source.total();
    double seen = 0;
    for (int row : Order.ascending(sourceConfidence)) {
      seen += source.get(row);
      if (seen > errors + rounding) {
        return shareAtLeast(sourceConfidence[row], targetConfidence, target);
      }
    }
    return 0;
  }

  private static double shareAtLeast(double threshold, double[] confidence, Frequencies counts) {
    double[] above = new double[confidence.length];
    Arrays.setAll(above, i -> confidence[i] >= threshold ? 1 : 0);
    return counts.mean(above);
  }
}

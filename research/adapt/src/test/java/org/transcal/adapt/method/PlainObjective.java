package org.transcal.adapt.method;

import java.util.List;
import org.transcal.adapt.testing.PlainMatrix;

/** An objective written in plain Java, a second time, to compare a method's gradients with. */
interface PlainObjective {
  /** Rows of each domain. */
  int ROWS = 4;

  /**
   * What it is computed from.
   *
   * @param parameters of the method's own layers: weights and biases in turn
   */
  record Point(PlainMatrix features, PlainMatrix logits, List<PlainMatrix> parameters) {
    PlainMatrix sourceFeatures() {
      return features.rowRange(0, ROWS);
    }

    PlainMatrix targetFeatures() {
      return features.rowRange(ROWS, 2 * ROWS);
    }

    PlainMatrix sourceLogits() {
      return logits.rowRange(0, ROWS);
    }

    PlainMatrix targetLogits() {
      return logits.rowRange(ROWS, 2 * ROWS);
    }

    /** ReLU layers, then a linear one, from the first of some parameters on. */
    PlainMatrix head(PlainMatrix inputs, int first, int layers) {
      PlainMatrix x = inputs;
      for (int i = 0; i < layers; i++) {
        x = x.layer(parameters.get(first + 2 * i), parameters.get(first + 2 * i + 1));
        x = i == layers - 1 ? x : x.relu();
      }
      return x;
    }
  }

  /**
   * The value.
   *
   * @param held the point at which everything is computed through which no gradient flows
   */
  double at(Point moving, Point held);

  /** True classes of source rows. */
  static int label(int row, int classes) {
    return row * row % classes;
  }

  static double sourceLoss(PlainMatrix logits) {
    double sum = 0;
    for (int i = 0; i < ROWS; i++) {
      sum -= logits.logSoftmax(i, label(i, logits.columns())) / ROWS;
    }
    return sum;
  }

  static double meanEntropy(PlainMatrix logits) {
    double sum = 0;
    for (double entropy : logits.entropies()) {
      sum += entropy / logits.rows();
    }
    return sum;
  }

  /** The logistic loss of one score that should be above 0 for a source row. */
  static double domainLoss(double score, boolean isSource) {
    return Math.log1p(Math.exp(isSource ? -score : score));
  }

  /** The mean logistic loss of scores, the first half of them of source rows. */
  static double domainLoss(PlainMatrix scores) {
    return PlainMatrix.of(
            scores.rows(), 1, (i, j) -> domainLoss(scores.at(i, 0), i < scores.rows() / 2))
        .mean();
  }

  /** Five Gaussians with the mean squared distance of held rows. */
  static PlainMatrix multiScale(PlainMatrix moving, PlainMatrix held) {
    double pairs = held.rows() * (held.rows() - 1.0);
    double mean = held.squaredDistances().sum() / pairs;
    return moving
        .squaredDistances()
        .map(
            square -> {
              double sum = 0;
              for (double scale : new double[] {0.25, 0.5, 1, 2, 4}) {
                sum += Math.exp(-square / (scale * mean));
              }
              return sum;
            });
  }

  /** Mean similarity within the samples minus that between them, without the diagonal. */
  static double discrepancy(PlainMatrix kernel) {
    int half = kernel.rows() / 2;
    double within = 1.0 / (half * (half - 1));
    double between = -1.0 / (half * half);
    return PlainMatrix.of(
            kernel.rows(),
            kernel.rows(),
            (i, j) -> i == j ? 0 : kernel.at(i, j) * (i < half == j < half ? within : between))
        .sum();
  }
}

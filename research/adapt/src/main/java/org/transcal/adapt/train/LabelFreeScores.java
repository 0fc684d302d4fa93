package org.transcal.adapt.train;

import java.util.Arrays;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** Scores of a model that need no target labels. */
final class LabelFreeScores {
  private LabelFreeScores() {}

  /** Cross-entropy of each row. */
  static double[] losses(Logits logits, Labels labels) {
    Probabilities predicted = logits.softmax(1);
    double[] losses = new double[labels.rows()];
    Arrays.setAll(losses, i -> -predicted.log(i, labels.get(i)));
    return losses;
  }

  /**
   * {@code mean(wℓ) + η (mean(w) − 1)} with {@code η = −cov(wℓ, w)/var(w)}: the weighted loss with
   * the weights, whose expectation is 1, as control variate.
   */
  static double deepEmbeddedValidation(double[] losses, double[] weights) {
    int n = losses.length;
    double meanWeight = mean(weights);
    double[] weighted = new double[n];
    Arrays.setAll(weighted, i -> weights[i] * losses[i]);
    double meanLoss = mean(weighted);
    double covariance = 0;
    double variance = 0;
    for (int i = 0; i < n; i++) {
      covariance += (weighted[i] - meanLoss) * (weights[i] - meanWeight);
      variance += (weights[i] - meanWeight) * (weights[i] - meanWeight);
    }
    return variance > 0 ? meanLoss - covariance / variance * (meanWeight - 1) : meanLoss;
  }

  /** Entropy of the mean prediction minus the mean entropy of predictions, in nats. */
  static double information(Logits logits) {
    Probabilities predicted = logits.softmax(1);
    double[] mean = new double[predicted.classes()];
    double entropies = 0;
    double[] row = new double[mean.length];
    for (int i = 0; i < predicted.rows(); i++) {
      predicted.copyRow(i, row);
      entropies += entropy(row);
      for (int k = 0; k < row.length; k++) {
        mean[k] += row[k] / predicted.rows();
      }
    }
    return entropy(mean) - entropies / predicted.rows();
  }

  /** Entropy of the shares of classes, in nats: 0 if all rows are of one class. */
  static double classEntropy(int[] classOfRows, int classes) {
    double[] shares = new double[classes];
    for (int k : classOfRows) {
      shares[k] += 1.0 / classOfRows.length;
    }
    return entropy(shares);
  }

  private static double entropy(double[] shares) {
    double entropy = 0;
    for (double share : shares) {
      entropy -= share > 0 ? share * Math.log(share) : 0;
    }
    return entropy;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }
}

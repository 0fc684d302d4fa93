package org.transcal.accuracy;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.optim.VectorMinimum;

/**
 * A linear classifier that agrees with the model on source rows and disagrees on target rows as far
 * as it can: how much of the target the source leaves undecided.
 *
 * <p>Minimises the mean cross-entropy of the model's source predictions, plus the target mean of
 * log(1 + exp(s_ŷ − mean of the other scores)), plus {@value #PENALTY}·‖W‖². Each part is convex
 * and the penalty makes the optimum unique, so nothing depends on a path.
 *
 * <p>Deviation: Rosenfeld and Garg train without a penalty and keep the best of the path; that
 * answer depends on step sizes, and lets the critic use directions no source row speaks about.
 */
final class DisagreementCritic {
  private static final double PENALTY = 0.01;
  private static final LimitedMemoryBfgs SEARCH = new LimitedMemoryBfgs(1e-3, 40, 10);
  private static final int BLOCK_ROWS = 256;

  private final Matrix source;
  private final int[] sourcePredictions;
  private final Frequencies sourceFrequencies;
  private final Matrix target;
  private final int[] targetPredictions;
  private final Frequencies targetFrequencies;
  private final int classes;
  private final int columns;

  private DisagreementCritic(Rows source, Rows target, int classes) {
    this.source = source.features();
    this.sourcePredictions = source.predictions();
    this.sourceFrequencies = source.frequencies();
    this.target = target.features();
    this.targetPredictions = target.predictions();
    this.targetFrequencies = target.frequencies();
    this.classes = classes;
    this.columns = this.target.columns();
  }

  /** Rows with what the model says about them. */
  record Rows(Matrix features, int[] predictions, Frequencies frequencies) {}

  /** Scores of the classes: one row of coefficients a feature, the intercepts last. */
  static final class Fitted {
    private final double[] coefficients;
    private final int classes;

    private Fitted(double[] coefficients, int classes) {
      this.coefficients = coefficients;
      this.classes = classes;
    }

    /** 1 if the critic's class differs from the model's, else 0. */
    double[] disagreement(Matrix features, int[] predictions) {
      double[] differs = new double[predictions.length];
      double[] row = new double[features.columns()];
      double[] scores = new double[classes];
      for (int i = 0; i < differs.length; i++) {
        features.copyRow(i, row);
        score(row, coefficients, scores);
        int best = 0;
        for (int k = 1; k < classes; k++) {
          best = scores[k] > scores[best] ? k : best;
        }
        differs[i] = best == predictions[i] ? 0 : 1;
      }
      return differs;
    }
  }

  /** Trains a critic; there must be two classes or more. */
  static Fitted fit(Rows source, Rows target, int classes) {
    DisagreementCritic critic = new DisagreementCritic(source, target, classes);
    double[] start = new double[(critic.columns + 1) * classes];
    VectorMinimum minimum = SEARCH.minimize(critic::evaluate, start, 1e-12);
    return new Fitted(minimum.at(), classes);
  }

  private double evaluate(double[] coefficients, double[] gradient) {
    int size = coefficients.length;
    double[] agree =
        Kernels.sumByBlocks(
            source.rows(),
            BLOCK_ROWS,
            size + 1,
            (from, to, sums) -> agree(from, to, coefficients, sums));
    double[] differ =
        Kernels.sumByBlocks(
            target.rows(),
            BLOCK_ROWS,
            size + 1,
            (from, to, sums) -> differ(from, to, coefficients, sums));
    double sourceScale = 1 / sourceFrequencies.total();
    double targetScale = 1 / targetFrequencies.total();
    double value = agree[size] * sourceScale + differ[size] * targetScale;
    for (int j = 0; j < size; j++) {
      gradient[j] = agree[j] * sourceScale + differ[j] * targetScale;
      if (j < columns * classes) {
        value += PENALTY * coefficients[j] * coefficients[j];
        gradient[j] += 2 * PENALTY * coefficients[j];
      }
    }
    return value;
  }

  /** Cross-entropy of the model's source predictions: gradient, then value. */
  private void agree(int from, int to, double[] coefficients, double[] sums) {
    double[] row = new double[columns];
    double[] scores = new double[classes];
    for (int i = from; i < to; i++) {
      double frequency = sourceFrequencies.get(i);
      if (frequency > 0) {
        source.copyRow(i, row);
        score(row, coefficients, scores);
        double max = Arrays.stream(scores).max().orElseThrow();
        double total = 0;
        double own = scores[sourcePredictions[i]];
        for (int k = 0; k < classes; k++) {
          scores[k] = Math.exp(scores[k] - max);
          total += scores[k];
        }
        sums[sums.length - 1] += frequency * (max + Math.log(total) - own);
        for (int k = 0; k < classes; k++) {
          scores[k] *= frequency / total;
        }
        scores[sourcePredictions[i]] -= frequency;
        addOuter(row, scores, sums);
      }
    }
  }

  /** log(1 + exp(margin)) of the model's target predictions: gradient, then value. */
  private void differ(int from, int to, double[] coefficients, double[] sums) {
    double[] row = new double[columns];
    double[] scores = new double[classes];
    double share = 1.0 / (classes - 1);
    for (int i = from; i < to; i++) {
      double frequency = targetFrequencies.get(i);
      if (frequency > 0) {
        target.copyRow(i, row);
        score(row, coefficients, scores);
        double own = scores[targetPredictions[i]];
        double margin = own - share * (Arrays.stream(scores).sum() - own);
        double soft =
            margin > 0 ? Math.log1p(Math.exp(-margin)) + margin : Math.log1p(Math.exp(margin));
        sums[sums.length - 1] += frequency * soft;
        double slope = frequency / (1 + Math.exp(-margin));
        Arrays.fill(scores, -share * slope);
        scores[targetPredictions[i]] = slope;
        addOuter(row, scores, sums);
      }
    }
  }

  private static void score(double[] row, double[] coefficients, double[] scores) {
    int classes = scores.length;
    System.arraycopy(coefficients, row.length * classes, scores, 0, classes);
    for (int j = 0; j < row.length; j++) {
      double x = row[j];
      int start = j * classes;
      for (int k = 0; k < classes; k++) {
        scores[k] += x * coefficients[start + k];
      }
    }
  }

  private static void addOuter(double[] row, double[] slopes, double[] sums) {
    int classes = slopes.length;
    for (int j = 0; j < row.length; j++) {
      double x = row[j];
      int start = j * classes;
      for (int k = 0; k < classes; k++) {
        sums[start + k] += x * slopes[k];
      }
    }
    int intercepts = row.length * classes;
    for (int k = 0; k < classes; k++) {
      sums[intercepts + k] += slopes[k];
    }
  }
}

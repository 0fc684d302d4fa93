package org.transcal.accuracy;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.shift.FeatureSpace;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/**
 * Where a critic that agrees with the model on the source disagrees on the target, fitted once to a
 * task: the pessimistic estimate follows from counts.
 *
 * <p>The critic is a linear classifier that minimises the mean cross-entropy of the model's source
 * predictions, plus the target mean of log(1 + exp(s_ŷ − mean of the other scores)), plus {@value
 * #PENALTY}·‖W‖². Each part is convex and the penalty makes the optimum unique, so nothing depends
 * on a path.
 *
 * <p>Deviation: Rosenfeld and Garg train without a penalty and keep the best of the path; that
 * answer depends on step sizes, and lets the critic use directions no source row speaks about.
 *
 * @param onTarget 1 for each target row on which the critic disagrees with the model, else 0
 * @param onValidation the same for source validation rows
 */
record Disagreement(double[] onTarget, double[] onValidation) {
  /** Rows times columns times classes of one evaluation: more are left out evenly. */
  private static final double AFFORDABLE = 1e7;

  private static final double PENALTY = 0.01;
  private static final LimitedMemoryBfgs SEARCH = new LimitedMemoryBfgs(1e-3, 40, 10);
  private static final int BLOCK_ROWS = 256;

  /** The disagreement on a task, found once for all resamples; it must have features. */
  static Disagreement of(PreparedTask prepared) {
    return prepared.deriveOnce(Disagreement.class, Disagreement::find);
  }

  /** Source accuracy minus how much more the critic disagrees on the target. */
  double accuracy(double sourceAccuracy, Frequencies source, Frequencies target) {
    double excess = target.mean(onTarget) - source.mean(onValidation);
    return Math.max(0, Math.min(1, sourceAccuracy - excess));
  }

  private static Disagreement find(PreparedTask prepared) {
    TransferTask task = prepared.task();
    FeatureSpace space = FeatureSpace.of(prepared);
    int classes = task.classes();
    Rows target =
        new Rows(space.target(), task.target().logits().predictions(), task.target().frequencies());
    Rows validation =
        new Rows(
            space.sourceValidation(),
            task.sourceValidation().logits().predictions(),
            task.sourceValidation().frequencies());
    if (classes < 2) {
      return new Disagreement(new double[target.size()], new double[validation.size()]);
    }
    // Without logits of training rows the critic agrees with the model on validation rows.
    Rows source =
        task.sourceTraining()
            .map(
                logits ->
                    new Rows(
                        space.sourceTrain(),
                        logits.predictions(),
                        task.features().orElseThrow().sourceTrainFrequencies()))
            .orElse(validation);
    double[] critic = fit(source.thinned(classes), target.thinned(classes), classes);
    return new Disagreement(
        target.disagreement(critic, classes), validation.disagreement(critic, classes));
  }

  /** Rows with what the model says about them. */
  private record Rows(Matrix features, int[] predictions, Frequencies frequencies) {
    int size() {
      return predictions.length;
    }

    /** Every n-th row, if all would be too much work. */
    Rows thinned(int classes) {
      int step = (int) Math.ceil((double) size() * features.columns() * classes / AFFORDABLE);
      if (step <= 1) {
        return this;
      }
      int[] kept = new int[(size() + step - 1) / step];
      Arrays.setAll(kept, i -> i * step);
      return new Rows(
          features.selectRows(kept),
          Arrays.stream(kept).map(i -> predictions[i]).toArray(),
          frequencies.select(kept));
    }

    /** 1 if the critic's class differs from the model's, else 0. */
    double[] disagreement(double[] critic, int classes) {
      double[] differs = new double[size()];
      double[] row = new double[features.columns()];
      double[] scores = new double[classes];
      for (int i = 0; i < differs.length; i++) {
        features.copyRow(i, row);
        score(row, critic, scores);
        int best = 0;
        for (int k = 1; k < classes; k++) {
          best = scores[k] > scores[best] ? k : best;
        }
        differs[i] = best == predictions[i] ? 0 : 1;
      }
      return differs;
    }

    /** The mean over rows of a loss: its gradient, then its value. */
    double[] mean(double[] critic, int classes, Loss loss) {
      int size = critic.length;
      double[] sums =
          Kernels.sumByBlocks(
              size(),
              BLOCK_ROWS,
              size + 1,
              (from, to, part) -> {
                double[] row = new double[features.columns()];
                double[] scores = new double[classes];
                for (int i = from; i < to; i++) {
                  double frequency = frequencies.get(i);
                  if (frequency > 0) {
                    features.copyRow(i, row);
                    score(row, critic, scores);
                    part[size] += frequency * loss.replaceBySlopes(scores, predictions[i]);
                    addOuter(frequency, row, scores, part);
                  }
                }
              });
      Arrays.setAll(sums, j -> sums[j] / frequencies.total());
      return sums;
    }
  }

  /** A loss of the scores of one row. */
  private interface Loss {
    /** The loss; puts its slopes in place of the scores. */
    double replaceBySlopes(double[] scores, int predicted);
  }

  /** Coefficients of the critic: one row of classes per feature, the intercepts last. */
  private static double[] fit(Rows source, Rows target, int classes) {
    int penalized = target.features().columns() * classes;
    return SEARCH
        .minimize(
            (point, gradient) -> {
              double[] agree = source.mean(point, classes, Disagreement::crossEntropy);
              double[] differ = target.mean(point, classes, Disagreement::margin);
              double value = agree[point.length] + differ[point.length];
              for (int j = 0; j < point.length; j++) {
                double penalty = j < penalized ? PENALTY * point[j] : 0;
                value += penalty * point[j];
                gradient[j] = agree[j] + differ[j] + 2 * penalty;
              }
              return value;
            },
            new double[penalized + classes],
            1e-12)
        .at();
  }

  private static double crossEntropy(double[] scores, int predicted) {
    Kernels.softmax(scores, scores.length, 1);
    double loss = -Math.log(Math.max(scores[predicted], 1e-300));
    scores[predicted] -= 1;
    return loss;
  }

  /** log(1 + exp(s_ŷ − mean of the other scores)). */
  private static double margin(double[] scores, int predicted) {
    double share = 1.0 / (scores.length - 1);
    double own = scores[predicted];
    double margin = own - share * (Arrays.stream(scores).sum() - own);
    double slope = 1 / (1 + Math.exp(-margin));
    Arrays.fill(scores, -share * slope);
    scores[predicted] = slope;
    return Math.max(0, margin) + Math.log1p(Math.exp(-Math.abs(margin)));
  }

  private static void score(double[] row, double[] coefficients, double[] scores) {
    int classes = scores.length;
    System.arraycopy(coefficients, row.length * classes, scores, 0, classes);
    for (int j = 0; j < row.length; j++) {
      for (int k = 0; k < classes; k++) {
        scores[k] += row[j] * coefficients[j * classes + k];
      }
    }
  }

  private static void addOuter(double frequency, double[] row, double[] slopes, double[] sums) {
    int classes = slopes.length;
    for (int j = 0; j <= row.length; j++) {
      double x = j < row.length ? frequency * row[j] : frequency;
      for (int k = 0; k < classes; k++) {
        sums[j * classes + k] += x * slopes[k];
      }
    }
  }
}

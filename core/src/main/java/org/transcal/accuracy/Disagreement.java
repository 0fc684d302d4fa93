package org.transcal.accuracy;

import java.util.Arrays;
import org.transcal.kernel.LinearLoss;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.prediction.Logits;
import org.transcal.shift.FeatureSpace;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;

/**
 * Where a critic that agrees with the model on the source disagrees on the target, fitted once per
 * task; the pessimistic estimate follows from counts.
 *
 * <p>The critic is a linear classifier that minimises the mean cross-entropy of the model's source
 * predictions, plus the target mean of log(1 + exp(s_ŷ − mean of the other scores)), plus {@value
 * #PENALTY}·‖W‖². Each part is convex and the penalty makes the optimum unique, so the path of the
 * search does not matter. It is fitted to source training rows; without their logits, to every
 * second validation row of each predicted class, and the others measure how much it disagrees on
 * the source.
 *
 * <p>Deviation: Rosenfeld and Garg train without a penalty and keep the best point of the path,
 * which depends on step sizes and lets the critic use directions in which there are no source rows.
 *
 * @param onTarget 1 for each target row on which the critic disagrees with the model, else 0
 * @param onValidation the same for source validation rows
 * @param unseen 1 for each source validation row that the critic was not fitted to, else 0
 */
record Disagreement(double[] onTarget, double[] onValidation, double[] unseen) {
  /** Rows × columns × classes of one evaluation; beyond it, rows are left out evenly. */
  private static final double AFFORDABLE = 1e7;

  private static final double PENALTY = 0.01;
  private static final LinearLoss.RowLoss AGREEMENT = LinearLoss::crossEntropy;
  private static final LimitedMemoryBfgs SEARCH = new LimitedMemoryBfgs(1e-3, 40, 10);

  /** The disagreement on a task, found once for all resamples; it must have features. */
  static Disagreement of(PreparedTask prepared) {
    return prepared.deriveOnce(Disagreement.class, Disagreement::find);
  }

  /** How much more the critic disagrees on the target than on the source. */
  double excess(Frequencies source, Frequencies target) {
    double[] both = unseen.clone();
    Arrays.setAll(both, i -> unseen[i] * onValidation[i]);
    double atHome = source.mean(both) / Math.max(source.mean(unseen), Double.MIN_NORMAL);
    return target.mean(onTarget) - atHome;
  }

  private static Disagreement find(PreparedTask prepared) {
    TransferTask task = prepared.task();
    FeatureSpace space = FeatureSpace.of(prepared);
    Target away = task.target();
    SourceValidation home = task.sourceValidation();
    LinearLoss target =
        loss(1, space.target(), away.logits(), away.frequencies(), Disagreement::margin);
    LinearLoss validation =
        loss(2, space.sourceValidation(), home.logits(), home.frequencies(), AGREEMENT);
    LinearLoss source =
        task.sourceTraining()
            .map(z -> loss(1, space.sourceTrain(), z, trainingRows(task), AGREEMENT))
            .orElse(validation);
    double[] critic = fit(source, target);
    double[] unseen = new double[validation.labels().length];
    Arrays.setAll(unseen, i -> source == validation && source.frequencies().get(i) > 0 ? 0 : 1);
    return new Disagreement(disputed(target, critic), disputed(validation, critic), unseen);
  }

  private static Frequencies trainingRows(TransferTask task) {
    return task.features().orElseThrow().sourceTrainFrequencies();
  }

  /** The loss of every n-th row that counts, and of fewer if those would be too much work. */
  private static LinearLoss loss(
      int n, Matrix rows, Logits logits, Frequencies frequencies, LinearLoss.RowLoss loss) {
    int classes = logits.classes();
    double products = (double) rows.rows() * rows.columns() * classes;
    int step = (int) Math.max(n, Math.ceil(products / AFFORDABLE));
    int[] predictions = logits.predictions();
    double[] counts = frequencies.toArray();
    int[] seen = new int[classes];
    for (int i = 0; i < counts.length; i++) {
      // Halves have all classes, even if rows of two classes alternate.
      int group = n == 1 ? 0 : predictions[i];
      if (counts[i] > 0 && seen[group]++ % step != 0) {
        counts[i] = 0;
      }
    }
    return new LinearLoss(rows, predictions, Frequencies.copyOf(counts), classes, classes, loss);
  }

  /** 1 for each row on which the critic's class differs from the model's, else 0. */
  private static double[] disputed(LinearLoss rows, double[] critic) {
    int[] predicted = rows.predictions(critic);
    double[] disputed = new double[predicted.length];
    Arrays.setAll(disputed, i -> predicted[i] == rows.labels()[i] ? 0 : 1);
    return disputed;
  }

  private static double[] fit(LinearLoss source, LinearLoss target) {
    int penalized = target.rows().columns() * target.classes();
    double[] start = new double[penalized + target.classes()];
    return SEARCH
        .minimize(
            (point, gradient) -> {
              double[] disagree = new double[point.length];
              double value = source.evaluate(point, gradient) + target.evaluate(point, disagree);
              for (int j = 0; j < point.length; j++) {
                double penalty = j < penalized ? PENALTY * point[j] : 0;
                value += penalty * point[j];
                gradient[j] += disagree[j] + 2 * penalty;
              }
              return value;
            },
            start,
            1e-12)
        .at();
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
}

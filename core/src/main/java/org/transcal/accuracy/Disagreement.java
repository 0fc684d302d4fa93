package org.transcal.accuracy;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.shift.FeatureSpace;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/**
 * Where a critic that agrees with the model on the source disagrees on the target, fitted once to a
 * task: the pessimistic estimate follows from counts.
 */
final class Disagreement {
  /** Rows times columns times classes of one evaluation: more are left out evenly. */
  private static final double AFFORDABLE = 1e7;

  private final double[] onTarget;
  private final double[] onValidation;

  private Disagreement(double[] onTarget, double[] onValidation) {
    this.onTarget = onTarget;
    this.onValidation = onValidation;
  }

  /** The disagreement on a task, found once for all resamples; it must have features. */
  static Disagreement of(PreparedTask prepared) {
    return prepared.deriveOnce(Disagreement.class, Disagreement::find);
  }

  private static Disagreement find(PreparedTask prepared) {
    TransferTask task = prepared.task();
    FeatureSpace space = FeatureSpace.of(prepared);
    int[] onTarget = task.target().logits().predictions();
    int[] onValidation = task.sourceValidation().logits().predictions();
    Frequencies validation = task.sourceValidation().frequencies();
    if (task.classes() < 2) {
      return new Disagreement(new double[onTarget.length], new double[onValidation.length]);
    }
    // Without logits of training rows the critic agrees with the model on validation rows.
    DisagreementCritic.Rows source =
        task.sourceTraining()
            .map(
                logits ->
                    new DisagreementCritic.Rows(
                        space.sourceTrain(),
                        logits.predictions(),
                        task.features().orElseThrow().sourceTrainFrequencies()))
            .orElseGet(
                () ->
                    new DisagreementCritic.Rows(
                        space.sourceValidation(), onValidation, validation));
    DisagreementCritic.Rows target =
        new DisagreementCritic.Rows(space.target(), onTarget, task.target().frequencies());
    double work = (double) space.columns() * task.classes();
    DisagreementCritic.Fitted critic =
        DisagreementCritic.fit(thinned(source, work), thinned(target, work), task.classes());
    return new Disagreement(
        critic.disagreement(space.target(), onTarget),
        critic.disagreement(space.sourceValidation(), onValidation));
  }

  /** Every n-th row, if all would be too much work. */
  private static DisagreementCritic.Rows thinned(DisagreementCritic.Rows all, double workPerRow) {
    int rows = all.predictions().length;
    int step = (int) Math.ceil(rows * workPerRow / AFFORDABLE);
    if (step <= 1) {
      return all;
    }
    int[] kept = new int[(rows + step - 1) / step];
    Arrays.setAll(kept, i -> i * step);
    int[] predictions = new int[kept.length];
    Arrays.setAll(predictions, i -> all.predictions()[kept[i]]);
    Matrix features = all.features().selectRows(kept);
    return new DisagreementCritic.Rows(features, predictions, all.frequencies().select(kept));
  }

  /** Source accuracy minus how much more the critic disagrees on the target. */
  double accuracy(double sourceAccuracy, Frequencies source, Frequencies target) {
    double excess = target.mean(onTarget) - source.mean(onValidation);
    return Math.max(0, Math.min(1, sourceAccuracy - excess));
  }
}

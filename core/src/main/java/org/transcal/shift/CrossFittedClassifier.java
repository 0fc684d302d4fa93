package org.transcal.shift;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.optim.Termination;

/**
 * Density ratio from a domain classifier on standardised, reduced features that never sees the rows
 * it is read off: source validation rows in {@value #FOLDS} folds, each weighted by a classifier of
 * the other folds against the target.
 *
 * <p>A model that has memorised its training rows puts them where no other row is; a classifier of
 * training rows against the target then tells memory from everything else. Validation rows are what
 * the source looks like to the model, and cross-fitting keeps the classifier honest about them.
 */
public record CrossFittedClassifier() implements DensityRatioEstimator {
  private static final int FOLDS = 5;

  @Override
  public String name() {
    return "cross-fitted";
  }

  @Override
  public ImportanceWeights estimate(TransferTask task) {
    DomainFeatures features =
        task.features()
            .orElseThrow(
                () ->
                    new MissingPartException(
                        "importance weights need source_train_features, source_val_features and"
                            + " target_features, or weights of your own"));
    FeatureSpace space = FeatureSpace.of(features, task.target().frequencies());
    Matrix validation = space.sourceValidation();
    int folds = Math.min(FOLDS, validation.rows());
    if (folds < 2) {
      throw new MissingPartException(
          "cross-fitted weights need at least 2 source validation rows; there is "
              + validation.rows());
    }
    Frequencies counts = task.sourceValidation().frequencies();
    double[] logs = new double[validation.rows()];
    double auc = 0;
    double objective = 0;
    Termination termination = Termination.CONVERGED;
    for (int fold = 0; fold < folds; fold++) {
      int left = fold;
      int[] in = rows(validation.rows(), i -> i % folds != left);
      int[] out = rows(validation.rows(), i -> i % folds == left);
      ImportanceWeights ofFold = weights(task, space, validation, counts, in, out);
      for (int i = 0; i < out.length; i++) {
        logs[out[i]] = ofFold.log(i);
      }
      DomainSeparation separation = ofFold.separation().orElseThrow();
      auc += separation.domainAuc() / folds;
      objective += separation.objective();
      if (separation.termination() != Termination.CONVERGED) {
        termination = separation.termination();
      }
    }
    return ImportanceWeights.ofLogs(
        logs, name(), new DomainSeparation(objective, auc, termination));
  }

  private static int[] rows(int count, IntPredicate keep) {
    return IntStream.range(0, count).filter(keep).toArray();
  }

  /** Weights of some validation rows by a classifier of the others against the target. */
  private static ImportanceWeights weights(
      TransferTask task,
      FeatureSpace space,
      Matrix validation,
      Frequencies counts,
      int[] in,
      int[] out) {
    double[] kept = Arrays.stream(in).mapToDouble(counts::get).toArray();
    boolean any = Arrays.stream(kept).sum() > 0;
    TransferTask fold =
        TransferTask.named(task.name())
            .sourceValidation(
                task.sourceValidation().logits().selectRows(out),
                task.sourceValidation().labels().select(out))
            .target(task.target().logits(), task.target().frequencies())
            .features(
                new DomainFeatures(
                    validation.selectRows(in),
                    any ? Frequencies.copyOf(kept) : Frequencies.ones(in.length),
                    validation.selectRows(out),
                    space.target()))
            .build();
    return DomainClassifier.reweighted().estimate(fold);
  }
}

package org.transcal.adapt.train;

import java.util.Locale;

/**
 * Which weights of a training are kept, chosen without target labels.
 *
 * <p>From the middle of training on, a criterion is computed at checkpoints. The best checkpoint is
 * kept, and training ends after {@value Checkpoints#PATIENCE} checkpoints in a row without a better
 * one. A checkpoint at which nearly all target rows are predicted as few classes is not kept,
 * whatever its criterion says.
 *
 * @param criterion what is compared
 * @param checkpointEvery steps between checkpoints; 0 for a twentieth of the steps
 */
public record EarlyStopping(Criterion criterion, int checkpointEvery) {
  /** The last weights are kept. */
  public static final EarlyStopping NONE = new EarlyStopping(Criterion.NONE, 0);

  public EarlyStopping {
    if (checkpointEvery < 0) {
      throw new IllegalArgumentException(
          "Steps between checkpoints are " + checkpointEvery + "; they must be at least 1");
    }
  }

  /** With about ten checkpoints in the second half of training. */
  public static EarlyStopping by(Criterion criterion) {
    return new EarlyStopping(criterion, 0);
  }

  /** What is compared at checkpoints. */
  public enum Criterion {
    NONE,
    /** Cross-entropy on source validation rows, smaller is better; knows nothing of the target. */
    SOURCE_VALIDATION,
    /**
     * Deep embedded validation, smaller is better: cross-entropy on source validation rows,
     * weighted by the density ratio of features, with a control variate. Paper: You et al. 2019.
     */
    DEV,
    /**
     * Mutual information of target rows and predicted classes, larger is better: entropy of the
     * mean prediction minus the mean entropy of predictions.
     */
    INFORMATION;

    /** The name in commands, such as {@code source-validation}. */
    public String optionName() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean isBetter(double score, double than) {
      return this == INFORMATION ? score > than : score < than;
    }
  }
}

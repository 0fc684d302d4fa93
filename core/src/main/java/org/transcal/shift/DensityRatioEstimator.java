package org.transcal.shift;

import org.transcal.task.TransferTask;

/** Estimates q(x)/p(x) of the target against the source at the source validation rows. */
public interface DensityRatioEstimator {
  /** The name shown with results. */
  String name();

  /** The random seed; 0 if it draws no random numbers. */
  default long seed() {
    return 0;
  }

  /**
   * The weights of the task's source validation rows.
   *
   * @throws org.transcal.task.MissingPartException if the task has no features
   */
  ImportanceWeights estimate(TransferTask task);
}

package org.transcal.accuracy;

import org.transcal.shift.PreparedTask;

/** An estimate of target accuracy that needs no target labels. */
public interface AccuracyEstimator {
  /** The key that results use, such as {@code doc}. */
  String key();

  /** One sentence for people on what it assumes. */
  String summary();

  /**
   * The estimate, in [0, 1].
   *
   * @throws org.transcal.task.MissingPartException if the task lacks a part it needs
   * @throws ArithmeticException if the task is too large for it
   */
  double estimate(PreparedTask prepared);
}

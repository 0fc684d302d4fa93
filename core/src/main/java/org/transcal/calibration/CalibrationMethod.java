package org.transcal.calibration;

import java.util.Optional;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.task.TransferTask;

/** Something that gives calibrated probabilities for the target rows of a task. */
public interface CalibrationMethod {
  /** The name that commands and results use, such as {@code transcal}. */
  String name();

  /** One sentence for people on what it does. */
  String summary();

  /** Estimates the importance weights that the method uses on tasks that bring none, if any. */
  default Optional<DensityRatioEstimator> ownDensityRatio() {
    return Optional.empty();
  }

  /**
   * Fits to a task.
   *
   * @throws org.transcal.task.MissingPartException where the task lacks a part the method needs
   * @throws CalibrationException where the data cannot be calibrated
   */
  FittedMethod fit(TransferTask task);
}

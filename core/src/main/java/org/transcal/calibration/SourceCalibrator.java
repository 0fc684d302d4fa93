package org.transcal.calibration;

import java.util.Optional;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/** A calibrator that uses labelled source rows, and perhaps their weights, but no target. */
public interface SourceCalibrator extends Calibrator {
  /**
   * Fits to labelled source rows.
   *
   * @param weights importance weights of the rows; needed by methods that need {@link
   *     CalibrationMethod.Need#WEIGHTS}, ignored by the others
   * @throws CalibrationException if the data cannot be calibrated
   */
  FittedModel fit(SourceValidation source, Optional<ImportanceWeights> weights);

  /** Fits without weights; a method that needs them overrides this. */
  @Override
  default FittedCalibration fit(PreparedTask prepared) {
    TransferTask task = prepared.task();
    return FittedCalibration.of(name(), task, fit(task.sourceValidation(), Optional.empty()));
  }
}

package org.transcal.calibration;

import java.util.Optional;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.SourceValidation;

/** A calibrator that looks at labelled source rows, and perhaps their weights, but at no target. */
public interface SourceCalibrator extends Calibrator {
  /**
   * Fits to labelled source rows.
   *
   * @param weights importance weights of the rows; needed by methods that need {@link
   *     CalibrationMethod.Need#WEIGHTS}, ignored by the others
   * @throws CalibrationException if the data cannot be calibrated
   */
  FittedModel fit(SourceValidation source, Optional<ImportanceWeights> weights);
}

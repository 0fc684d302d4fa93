package org.transcal.calibration;

import java.util.Optional;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.TransferTask;

/** What methods that use importance weights have in common. */
interface WeightedCalibration extends Calibrator {
  /** Estimates the weights of tasks that bring none. */
  DensityRatioEstimator densityRatio();

  @Override
  default Optional<DensityRatioEstimator> ownDensityRatio() {
    return Optional.of(densityRatio());
  }

  /** The weights the task brings, else estimated ones. */
  default ImportanceWeights weightsOf(TransferTask task) {
    return task.weights().orElseGet(() -> densityRatio().estimate(task));
  }
}

package org.transcal.calibration;

import java.util.OptionalDouble;
import org.transcal.optim.Minimum;
import org.transcal.risk.CombinedAccuracy;
import org.transcal.risk.Evidence;
import org.transcal.shift.TransferTask;

/**
 * The temperature at which mean target confidence equals the target accuracy that several kinds of
 * evidence agree on best.
 *
 * <p>Matching mean confidence to the true target accuracy comes within a point of the best possible
 * temperature, so everything depends on the estimate: see {@link CombinedAccuracy} for the rule.
 */
public record Recommended() implements Calibrator {
  @Override
  public String name() {
    return "recommended";
  }

  @Override
  public String summary() {
    return "one temperature matched to target accuracy, pooled from several kinds of evidence";
  }

  @Override
  public FittedCalibration fit(TransferTask task) {
    return fit(task, CombinedAccuracy.prepare(task));
  }

  /** Fits with the task's neighbours and critic already found. */
  static FittedCalibration fit(TransferTask task, CombinedAccuracy.Prepared prepared) {
    CombinedAccuracy combined = accuracy(task, prepared);
    Minimum minimum = MatchedConfidence.temperature(task.target(), combined.accuracy());
    return FittedCalibration.ofTemperature("recommended", task, minimum)
        .withEstimatedAccuracy(combined.accuracy());
  }

  /** The pooled estimate of a task's target accuracy. */
  static CombinedAccuracy accuracy(TransferTask task, CombinedAccuracy.Prepared prepared) {
    double sourceTemperature = TemperatureScaling.minimize(task.sourceValidation()).at();
    return prepared.at(Evidence.of(task, sourceTemperature), mixedTemperature(task));
  }

  /** PseudoCal's temperature, where the task has mixed inputs and enough of them count. */
  private static OptionalDouble mixedTemperature(TransferTask task) {
    if (task.mixup().isEmpty()) {
      return OptionalDouble.empty();
    }
    try {
      return new PseudoCal().fit(task).temperature();
    } catch (CalibrationException tooFew) {
      return OptionalDouble.empty();
    }
  }
}

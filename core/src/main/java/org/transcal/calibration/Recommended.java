package org.transcal.calibration;

import org.transcal.accuracy.CombinedAccuracy;
import org.transcal.accuracy.Judgement;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/**
 * The temperature at which mean target confidence equals the target accuracy that several kinds of
 * evidence agree on best.
 *
 * <p>Matching mean confidence to the true target accuracy comes within a point of the best possible
 * temperature, so everything depends on the estimate: see {@link CombinedAccuracy} for the rule.
 */
record Recommended() implements Calibrator {
  @Override
  public String name() {
    return Methods.DEFAULT;
  }

  @Override
  public String summary() {
    return "one temperature matched to target accuracy, pooled from several kinds of evidence";
  }

  @Override
  public FittedCalibration fit(PreparedTask prepared) {
    TransferTask task = prepared.task();
    double accuracy = CombinedAccuracy.of(prepared).accuracy();
    return FittedCalibration.of(name(), task, FittedTemperature.matching(task.target(), accuracy))
        .withEstimatedAccuracy(accuracy)
        .withReasons(() -> Judgement.of(prepared).reasonsAgainst());
  }
}

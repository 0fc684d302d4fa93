package org.transcal.calibration;

import org.transcal.Termination;
import org.transcal.shift.FittedTemperature;
import org.transcal.task.TransferTask;

/** Fitted calibrations with chosen numbers. */
public final class FittedExamples {
  private FittedExamples() {}

  public static FittedCalibration temperature(String method, TransferTask task, double value) {
    return FittedCalibration.of(
        method, task, new FittedTemperature(value, 0.25, Termination.CONVERGED));
  }

  public static FittedCalibration withLambda(
      String method, TransferTask task, double value, double lambda) {
    return temperature(method, task, value).withLambda(lambda).withEstimatedAccuracy(0.625);
  }
}

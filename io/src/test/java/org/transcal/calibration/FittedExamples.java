package org.transcal.calibration;

import org.transcal.Termination;
import org.transcal.optim.Minimum;
import org.transcal.task.TransferTask;

/** Fitted calibrations with chosen numbers; only this package can make them. */
public final class FittedExamples {
  private FittedExamples() {}

  public static FittedCalibration temperature(String method, TransferTask task, double value) {
    return FittedCalibration.ofTemperature(
        method, task, new Minimum(value, 0.25, 17, Termination.CONVERGED));
  }

  public static FittedCalibration withLambda(
      String method, TransferTask task, double value, double lambda) {
    return temperature(method, task, value).withLambda(lambda).withEstimatedAccuracy(0.625);
  }
}

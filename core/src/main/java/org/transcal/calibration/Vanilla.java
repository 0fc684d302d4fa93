package org.transcal.calibration;

import org.transcal.Termination;
import org.transcal.model.IdentityModel;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/** No calibration: the model's own confidence, the yardstick for all others. */
record Vanilla() implements Calibrator {
  @Override
  public String name() {
    return "vanilla";
  }

  @Override
  public String summary() {
    return "no calibration, T = 1";
  }

  @Override
  public FittedCalibration fit(PreparedTask prepared) {
    TransferTask task = prepared.task();
    return FittedCalibration.of(
        name(), task, new IdentityModel(task.classes()), 0, Termination.CONVERGED);
  }
}

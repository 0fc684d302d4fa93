package org.transcal.calibration;

import org.transcal.task.TransferTask;

/** A method whose result is a model that can be applied to new logits. */
public interface Calibrator extends CalibrationMethod {
  @Override
  FittedCalibration fit(TransferTask task);
}

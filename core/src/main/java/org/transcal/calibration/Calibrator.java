package org.transcal.calibration;

import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/**
 * A method whose result is a model that can be applied to new logits.
 *
 * <pre>{@code
 * record Halved() implements Calibrator {
 *   public String name() { return "halved"; }
 *   public String summary() { return "twice the source temperature"; }
 *   public FittedCalibration fit(PreparedTask prepared) {
 *     double temperature = 2 * prepared.sourceTemperature().temperature();
 *     return FittedCalibration.of(
 *         name(), prepared.task(), new TemperatureModel(prepared.task().classes(), temperature));
 *   }
 * }
 * }</pre>
 */
public interface Calibrator extends CalibrationMethod {
  @Override
  FittedCalibration fit(PreparedTask prepared);

  @Override
  default FittedCalibration fit(TransferTask task) {
    return fit(PreparedTask.of(task));
  }
}

package org.transcal.calibration;

import org.transcal.shift.PreparedTask;

/**
 * One temperature that minimises the negative log likelihood of labelled rows.
 *
 * <p>Paper: {@code optimal_temp}.
 */
record TemperatureScaling() implements Calibrator {
  @Override
  public String name() {
    return "temperature";
  }

  @Override
  public String summary() {
    return "one temperature by likelihood on source validation; ignores the shift";
  }

  @Override
  public FittedCalibration fit(PreparedTask prepared) {
    return FittedCalibration.of(name(), prepared.task(), prepared.sourceTemperature());
  }
}

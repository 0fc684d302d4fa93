package org.transcal.calibration;

import java.util.Set;
import org.transcal.shift.MixupTemperature;
import org.transcal.shift.PreparedTask;

/**
 * Temperature scaling on mixed target inputs with the model's own predictions as labels ({@link
 * MixupTemperature}).
 */
record PseudoCal() implements Calibrator {
  @Override
  public String name() {
    return "pseudocal";
  }

  @Override
  public String summary() {
    return "one temperature by likelihood on mixed target inputs with pseudo labels";
  }

  @Override
  public Set<Need> needs() {
    return Set.of(Need.MIXUP);
  }

  @Override
  public FittedCalibration fit(PreparedTask prepared) {
    MixupTemperature mixup = MixupTemperature.of(prepared.task());
    if (!mixup.isEnough()) {
      throw new CalibrationException(
          "pseudocal found "
              + Math.round(mixup.rows())
              + " mixed rows whose two parts are predicted differently; more than "
              + MixupTemperature.TOO_FEW
              + " are needed");
    }
    return FittedCalibration.of(name(), prepared.task(), mixup.fit());
  }
}

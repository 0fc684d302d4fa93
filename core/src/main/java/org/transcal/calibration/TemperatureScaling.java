package org.transcal.calibration;

import java.util.Optional;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;

/**
 * One temperature that minimises the negative log likelihood of labelled rows.
 *
 * <p>Paper: {@code optimal_temp}.
 */
record TemperatureScaling() implements SourceCalibrator {
  @Override
  public String name() {
    return "temperature";
  }

  @Override
  public String summary() {
    return "one temperature by likelihood on source validation; ignores the shift";
  }

  @Override
  public FittedModel fit(SourceValidation source, Optional<ImportanceWeights> weights) {
    return FittedModel.of(FittedTemperature.mostLikely(source), source.logits().classes());
  }

  @Override
  public FittedCalibration fit(PreparedTask prepared) {
    return FittedCalibration.of(name(), prepared.task(), prepared.sourceTemperature());
  }
}

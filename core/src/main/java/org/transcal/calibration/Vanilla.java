package org.transcal.calibration;

import java.util.Optional;
import org.transcal.Termination;
import org.transcal.model.IdentityModel;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.SourceValidation;

/** No calibration: the model's own confidence, the yardstick for all others. */
record Vanilla() implements SourceCalibrator {
  @Override
  public String name() {
    return "vanilla";
  }

  @Override
  public String summary() {
    return "no calibration, T = 1";
  }

  @Override
  public FittedModel fit(SourceValidation source, Optional<ImportanceWeights> weights) {
    return new FittedModel(new IdentityModel(source.logits().classes()), 0, Termination.CONVERGED);
  }
}

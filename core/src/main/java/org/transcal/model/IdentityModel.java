package org.transcal.model;

import java.util.Map;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** No calibration: softmax of the logits as they are. */
public record IdentityModel(int classes) implements CalibrationModel {
  /** Checks the number of classes. */
  public IdentityModel {
    ModelKinds.requireClasses(classes);
  }

  @Override
  public String kind() {
    return "identity";
  }

  @Override
  public Map<String, Parameter> parameters() {
    return Map.of();
  }

  @Override
  public Probabilities calibrate(Logits logits) {
    ModelKinds.requireSameClasses(classes, logits);
    return logits.softmax(1);
  }
}

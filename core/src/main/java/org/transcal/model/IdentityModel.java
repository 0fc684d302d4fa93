package org.transcal.model;

import java.util.Map;

/** No calibration: softmax of the logits. */
public record IdentityModel(int classes) implements ScaledSoftmax {
  /** Checks the number of classes. */
  public IdentityModel {
    ModelKinds.requireClasses(classes);
  }

  @Override
  public double temperature() {
    return 1;
  }

  @Override
  public String kind() {
    return "identity";
  }

  @Override
  public Map<String, Parameter> parameters() {
    return Map.of();
  }
}

package org.transcal.model;

import java.util.Map;

/**
 * {@code softmax(z / T)}: softens or sharpens, never changes a prediction.
 *
 * <p>Symbols: {@code T} = temperature.
 */
public record TemperatureModel(int classes, double temperature) implements ScaledSoftmax {
  /** Checks that the temperature is positive and finite. */
  public TemperatureModel {
    ModelKinds.requireClasses(classes);
    if (!(temperature > 0 && temperature < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "Temperature is " + temperature + "; it must be positive and finite");
    }
  }

  @Override
  public String kind() {
    return "temperature";
  }

  @Override
  public Map<String, Parameter> parameters() {
    return Map.of("temperature", new Parameter.Scalar(temperature));
  }
}

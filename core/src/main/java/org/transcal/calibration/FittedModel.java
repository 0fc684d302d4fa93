package org.transcal.calibration;

import java.util.OptionalDouble;
import org.transcal.Termination;
import org.transcal.model.CalibrationModel;
import org.transcal.model.TemperatureModel;
import org.transcal.shift.FittedTemperature;

/**
 * A model with the search that found it, without the rows it was fitted to.
 *
 * @param model what was learned
 * @param objective what was minimised, at the chosen point
 * @param termination how the search ended
 * @param lambda the exponent on the importance weights, if the method learns one
 * @param estimatedAccuracy the method's own estimate of target accuracy, if it makes one
 */
public record FittedModel(
    CalibrationModel model,
    double objective,
    Termination termination,
    OptionalDouble lambda,
    OptionalDouble estimatedAccuracy) {
  /** A model without exponent and estimate. */
  public FittedModel(CalibrationModel model, double objective, Termination termination) {
    this(model, objective, termination, OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** A temperature without exponent and estimate. */
  static FittedModel of(FittedTemperature fitted, int classes) {
    return new FittedModel(
        new TemperatureModel(classes, fitted.temperature()),
        fitted.objective(),
        fitted.termination());
  }
}

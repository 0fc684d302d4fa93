package org.transcal.calibration;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.transcal.Termination;
import org.transcal.model.CalibrationModel;
import org.transcal.model.TemperatureModel;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.ShiftDiagnosis;
import org.transcal.shift.SourceCheck;
import org.transcal.task.SourceValidation;

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

  /**
   * Reasons to doubt the model, one sentence each; empty if there are none.
   *
   * @param weights diagnosis of the importance weights, if the method used some
   */
  public List<String> concerns(SourceValidation source, Optional<ShiftDiagnosis> weights) {
    return Stream.of(
            SourceCheck.of(source).concern().stream(),
            terminationConcern().stream(),
            weights.stream().flatMap(diagnosis -> diagnosis.concerns().stream()))
        .flatMap(Function.identity())
        .toList();
  }

  /** Why the search did not converge, in words; empty if it did. */
  Optional<String> terminationConcern() {
    String limit =
        model instanceof TemperatureModel t
            ? String.format(Locale.ROOT, " (T = %.3g)", t.temperature())
            : "";
    return switch (termination) {
      case CONVERGED -> Optional.empty();
      case AT_BOUND ->
          Optional.of(
              lambda.isPresent()
                  ? "No temperature and exponent λ in range make mean confidence equal the estimated"
                      + " accuracy; the result is the nearest miss, at the edge of the range"
                      + limit
                      + "."
                  : "The search hit its limit" + limit + ", so this is not a solution.");
      case EVALUATION_LIMIT ->
          Optional.of("The search ran out of evaluations before it converged.");
      case STALLED -> Optional.of("The search stopped making progress before it converged.");
    };
  }
}

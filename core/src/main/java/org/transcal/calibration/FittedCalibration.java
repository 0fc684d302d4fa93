package org.transcal.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;
import org.transcal.model.CalibrationModel;
import org.transcal.model.IdentityModel;
import org.transcal.model.TemperatureModel;
import org.transcal.parallel.Lazy;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.ShiftDiagnosis;
import org.transcal.shift.SourceCheck;
import org.transcal.task.TransferTask;

/**
 * A calibration model with everything a report shows about how it was found.
 *
 * <p>Calibrators of your own start with {@link #of(String, TransferTask, CalibrationModel)} and add
 * what they know.
 */
public final class FittedCalibration implements FittedMethod {
  private final TransferTask task;
  private final Parts parts;
  private final Lazy<Double> meanConfidence;

  /** What was found; only some methods have all of it. */
  private record Parts(
      String method,
      CalibrationModel model,
      double objective,
      Termination termination,
      OptionalDouble estimatedAccuracy,
      OptionalDouble lambda,
      Optional<ImportanceWeights> weights,
      Optional<Lazy<Landscape>> landscape) {}

  private FittedCalibration(TransferTask task, Parts parts) {
    this.task = task;
    this.parts = parts;
    this.meanConfidence =
        new Lazy<>(() -> meanConfidence(targetProbabilities(), task.target().frequencies()));
  }

  /** A model that a method found for a task, without a search. */
  public static FittedCalibration of(String method, TransferTask task, CalibrationModel model) {
    return of(method, task, model, 0, Termination.CONVERGED);
  }

  /**
   * A model that a search found for a task.
   *
   * @param objective what was minimised, at the chosen point
   * @param termination how the search ended
   */
  public static FittedCalibration of(
      String method,
      TransferTask task,
      CalibrationModel model,
      double objective,
      Termination termination) {
    return new FittedCalibration(
        task,
        new Parts(
            method,
            model,
            objective,
            termination,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  /** A model with its search, found for a task. */
  public static FittedCalibration of(String method, TransferTask task, FittedModel fitted) {
    FittedCalibration plain =
        of(method, task, fitted.model(), fitted.objective(), fitted.termination());
    return plain.with(
        fitted.estimatedAccuracy(), fitted.lambda(), Optional.empty(), Optional.empty());
  }

  /** A temperature that a search found for a task. */
  public static FittedCalibration of(String method, TransferTask task, FittedTemperature fitted) {
    return of(method, task, FittedModel.of(fitted, task.classes()));
  }

  /** The same with the method's own estimate of target accuracy. */
  public FittedCalibration withEstimatedAccuracy(double accuracy) {
    return with(OptionalDouble.of(accuracy), parts.lambda, parts.weights, parts.landscape);
  }

  /** The same with the exponent on the importance weights that the method learned. */
  public FittedCalibration withLambda(double exponent) {
    return with(
        parts.estimatedAccuracy, OptionalDouble.of(exponent), parts.weights, parts.landscape);
  }

  /** The same with the importance weights that the method used. */
  public FittedCalibration withWeights(ImportanceWeights used) {
    return with(parts.estimatedAccuracy, parts.lambda, Optional.of(used), parts.landscape);
  }

  /** The same with the objective over (T, λ), which is computed when it is first looked at. */
  public FittedCalibration withLandscape(Supplier<Landscape> landscape) {
    return with(
        parts.estimatedAccuracy, parts.lambda, parts.weights, Optional.of(new Lazy<>(landscape)));
  }

  private FittedCalibration with(
      OptionalDouble estimatedAccuracy,
      OptionalDouble lambda,
      Optional<ImportanceWeights> weights,
      Optional<Lazy<Landscape>> landscape) {
    return new FittedCalibration(
        task,
        new Parts(
            parts.method,
            parts.model,
            parts.objective,
            parts.termination,
            estimatedAccuracy,
            lambda,
            weights,
            landscape));
  }

  @Override
  public String method() {
    return parts.method;
  }

  /** The task it was fitted to. */
  public TransferTask task() {
    return task;
  }

  /** The learned model. */
  public CalibrationModel model() {
    return parts.model;
  }

  /** The temperature, if the model is one; no calibration is a temperature of 1. */
  public OptionalDouble temperature() {
    if (parts.model instanceof TemperatureModel temperature) {
      return OptionalDouble.of(temperature.temperature());
    }
    return parts.model instanceof IdentityModel ? OptionalDouble.of(1) : OptionalDouble.empty();
  }

  /** The exponent on the importance weights, if the method learned one. */
  public OptionalDouble lambda() {
    return parts.lambda;
  }

  /** The objective at the chosen point. */
  public double objective() {
    return parts.objective;
  }

  /** How the search ended. */
  public Termination termination() {
    return parts.termination;
  }

  /** The importance weights the method used, before λ. */
  public Optional<ImportanceWeights> weights() {
    return parts.weights;
  }

  /** Whether there is a landscape, without computing it. */
  public boolean hasLandscape() {
    return parts.landscape.isPresent();
  }

  /** The objective over (T, λ), for methods that search both. */
  public Optional<Landscape> landscape() {
    return parts.landscape.map(Lazy::get);
  }

  @Override
  public Probabilities targetProbabilities() {
    return parts.model.calibrate(task.target().logits());
  }

  @Override
  public double estimatedTargetAccuracy() {
    return parts.estimatedAccuracy.orElseGet(meanConfidence::get);
  }

  /** Reasons to doubt the result, one sentence each; empty if there are none. */
  public List<String> concerns() {
    List<String> concerns = new ArrayList<>();
    SourceCheck.of(task).concern().ifPresent(concerns::add);
    terminationConcern().ifPresent(concerns::add);
    parts
        .weights
        .map(weights -> ShiftDiagnosis.of(weights, task.sourceValidation().frequencies()))
        .ifPresent(diagnosis -> concerns.addAll(diagnosis.concerns()));
    return concerns;
  }

  private Optional<String> terminationConcern() {
    return switch (parts.termination) {
      case CONVERGED -> Optional.empty();
      case AT_BOUND ->
          Optional.of(
              hasLandscape()
                  ? "No temperature and exponent λ in range make mean confidence equal the estimated"
                      + " accuracy; the result is the nearest miss, at the edge of the range."
                  : "The search hit its limit"
                      + (temperature().isPresent()
                          ? String.format(Locale.ROOT, " (T = %.3g)", temperature().getAsDouble())
                          : "")
                      + ", so this is not a solution.");
      case EVALUATION_LIMIT ->
          Optional.of("The search ran out of evaluations before it converged.");
      case STALLED -> Optional.of("The search stopped making progress before it converged.");
    };
  }

  @Override
  public String toString() {
    return parts.method
        + " on "
        + task.name()
        + (temperature().isPresent() ? ": T = " + temperature().getAsDouble() : "");
  }

  static double meanConfidence(Probabilities probabilities, Frequencies frequencies) {
    return frequencies.mean(probabilities.top().confidences());
  }
}

package org.transcal.calibration;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
import org.transcal.task.TransferTask;

/**
 * A calibration model with everything a report shows about how it was found.
 *
 * <p>Calibrators of your own start with {@link #of(String, TransferTask, CalibrationModel)} and add
 * what they know.
 */
public final class FittedCalibration implements FittedMethod {
  private final String method;
  private final TransferTask task;
  private final FittedModel fitted;
  private final Optional<ImportanceWeights> weights;
  private final Optional<Lazy<Landscape>> landscape;

  /** Reasons against the estimate that the temperature was matched to, if it was matched. */
  private final Optional<Lazy<List<String>>> reasons;

  private final long seed;
  private final Lazy<Double> meanConfidence;

  private FittedCalibration(
      String method,
      TransferTask task,
      FittedModel fitted,
      Optional<ImportanceWeights> weights,
      Optional<Lazy<Landscape>> landscape,
      Optional<Lazy<List<String>>> reasons,
      long seed) {
    this.method = method;
    this.task = task;
    this.fitted = fitted;
    this.weights = weights;
    this.landscape = landscape;
    this.reasons = reasons;
    this.seed = seed;
    this.meanConfidence =
        new Lazy<>(() -> meanConfidence(targetProbabilities(), task.target().frequencies()));
  }

  /** A model that a method found for a task, without a search. */
  public static FittedCalibration of(String method, TransferTask task, CalibrationModel model) {
    return of(method, task, new FittedModel(model, 0, Termination.CONVERGED));
  }

  /** A model with its search, found for a task. */
  public static FittedCalibration of(String method, TransferTask task, FittedModel fitted) {
    return new FittedCalibration(
        method, task, fitted, Optional.empty(), Optional.empty(), Optional.empty(), 0);
  }

  /** A temperature that a search found for a task. */
  public static FittedCalibration of(String method, TransferTask task, FittedTemperature fitted) {
    return of(method, task, FittedModel.of(fitted, task.classes()));
  }

  /** The same with the method's own estimate of target accuracy. */
  public FittedCalibration withEstimatedAccuracy(double accuracy) {
    return with(fitted.lambda(), OptionalDouble.of(accuracy));
  }

  /** The same with the exponent on the importance weights that the method learned. */
  public FittedCalibration withLambda(double exponent) {
    return with(OptionalDouble.of(exponent), fitted.estimatedAccuracy());
  }

  private FittedCalibration with(OptionalDouble lambda, OptionalDouble estimatedAccuracy) {
    FittedModel more =
        new FittedModel(
            fitted.model(), fitted.objective(), fitted.termination(), lambda, estimatedAccuracy);
    return new FittedCalibration(method, task, more, weights, landscape, reasons, seed);
  }

  /** The same with the importance weights that the method used. */
  public FittedCalibration withWeights(ImportanceWeights used) {
    return new FittedCalibration(method, task, fitted, Optional.of(used), landscape, reasons, seed);
  }

  /** The same with the objective over (T, λ), which is computed on first use. */
  public FittedCalibration withLandscape(Supplier<Landscape> objective) {
    return new FittedCalibration(
        method, task, fitted, weights, Optional.of(new Lazy<>(objective)), reasons, seed);
  }

  /** The same with reasons against the estimate that the model was matched to. */
  FittedCalibration withReasons(Supplier<List<String>> against) {
    return new FittedCalibration(
        method, task, fitted, weights, landscape, Optional.of(new Lazy<>(against)), seed);
  }

  /** The same with the seed of the random numbers that the method drew. */
  public FittedCalibration withSeed(long used) {
    return new FittedCalibration(method, task, fitted, weights, landscape, reasons, used);
  }

  @Override
  public String method() {
    return method;
  }

  /** The seed that the method was given; 0 if it draws no random numbers. */
  public long seed() {
    return seed;
  }

  /** The task it was fitted to. */
  public TransferTask task() {
    return task;
  }

  /** The learned model. */
  public CalibrationModel model() {
    return fitted.model();
  }

  /** The temperature, if the model is one; no calibration is a temperature of 1. */
  public OptionalDouble temperature() {
    if (fitted.model() instanceof TemperatureModel temperature) {
      return OptionalDouble.of(temperature.temperature());
    }
    return fitted.model() instanceof IdentityModel ? OptionalDouble.of(1) : OptionalDouble.empty();
  }

  /** The exponent on the importance weights, if the method learned one. */
  public OptionalDouble lambda() {
    return fitted.lambda();
  }

  /** The objective at the chosen point. */
  public double objective() {
    return fitted.objective();
  }

  /** How the search ended. */
  public Termination termination() {
    return fitted.termination();
  }

  /** The importance weights the method used, before λ. */
  public Optional<ImportanceWeights> weights() {
    return weights;
  }

  /** Whether there is a landscape, without computing it. */
  public boolean hasLandscape() {
    return landscape.isPresent();
  }

  /** The objective over (T, λ), for methods that search both. */
  public Optional<Landscape> landscape() {
    return landscape.map(Lazy::get);
  }

  @Override
  public Probabilities targetProbabilities() {
    return fitted.model().calibrate(task.target().logits());
  }

  @Override
  public double estimatedTargetAccuracy() {
    return fitted.estimatedAccuracy().orElseGet(meanConfidence::get);
  }

  /** Reasons to doubt the result, one sentence each; empty if there are none. */
  public List<String> concerns() {
    return reasons
        .map(known -> Stream.concat(terminationConcern().stream(), known.get().stream()).toList())
        .orElseGet(
            () ->
                fitted.concerns(
                    task.sourceValidation(),
                    weights.map(w -> ShiftDiagnosis.of(w, task.sourceValidation().frequencies()))));
  }

  /** Why the search did not converge, in words; empty if it did. */
  public Optional<String> terminationConcern() {
    return fitted.terminationConcern();
  }

  @Override
  public String toString() {
    return method
        + " on "
        + task.name()
        + (temperature().isPresent() ? ": T = " + temperature().getAsDouble() : "");
  }

  static double meanConfidence(Probabilities probabilities, Frequencies frequencies) {
    return frequencies.mean(probabilities.top().confidences());
  }
}

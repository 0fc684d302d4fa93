package org.transcal.calibration;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;
import org.transcal.model.CalibrationModel;
import org.transcal.model.IdentityModel;
import org.transcal.model.TemperatureModel;
import org.transcal.optim.Minimum;
import org.transcal.parallel.Lazy;
import org.transcal.prediction.Probabilities;
import org.transcal.prediction.TopPredictions;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.TransferTask;

/** A calibration model with everything a report shows about how it came about. */
public final class FittedCalibration implements FittedMethod {
  private final String method;
  private final TransferTask task;
  private final CalibrationModel model;
  private final double objective;
  private final Termination termination;
  private final Extras extras;
  private final Lazy<Double> meanConfidence;

  /** What only some methods have. */
  private record Extras(
      OptionalDouble estimatedAccuracy,
      OptionalDouble lambda,
      Optional<ImportanceWeights> weights,
      Optional<Lazy<Landscape>> landscape) {
    static final Extras NONE =
        new Extras(
            OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty(), Optional.empty());
  }

  private FittedCalibration(
      String method,
      TransferTask task,
      CalibrationModel model,
      double objective,
      Termination termination,
      Extras extras) {
    this.method = method;
    this.task = task;
    this.model = model;
    this.objective = objective;
    this.termination = termination;
    this.extras = extras;
    this.meanConfidence =
        new Lazy<>(() -> meanConfidence(targetProbabilities(), task.target().frequencies()));
  }

  /** A model with the minimum that defines it. */
  static FittedCalibration of(
      String method,
      TransferTask task,
      CalibrationModel model,
      double objective,
      Termination termination) {
    return new FittedCalibration(method, task, model, objective, termination, Extras.NONE);
  }

  /** A temperature model at the minimum of a search over temperatures. */
  static FittedCalibration ofTemperature(String method, TransferTask task, Minimum minimum) {
    return of(
        method,
        task,
        new TemperatureModel(task.classes(), minimum.at()),
        minimum.value(),
        minimum.termination());
  }

  private FittedCalibration with(Extras changed) {
    return new FittedCalibration(method, task, model, objective, termination, changed);
  }

  FittedCalibration withEstimatedAccuracy(double accuracy) {
    return with(
        new Extras(OptionalDouble.of(accuracy), extras.lambda, extras.weights, extras.landscape));
  }

  FittedCalibration withLambda(double exponent) {
    return with(
        new Extras(
            extras.estimatedAccuracy,
            OptionalDouble.of(exponent),
            extras.weights,
            extras.landscape));
  }

  FittedCalibration withWeights(ImportanceWeights used) {
    return with(
        new Extras(extras.estimatedAccuracy, extras.lambda, Optional.of(used), extras.landscape));
  }

  /** The landscape is only drawn when somebody looks at it. */
  FittedCalibration withLandscape(Supplier<Landscape> drawing) {
    return with(
        new Extras(
            extras.estimatedAccuracy,
            extras.lambda,
            extras.weights,
            Optional.of(new Lazy<>(drawing))));
  }

  @Override
  public String method() {
    return method;
  }

  /** The learned map. */
  public CalibrationModel model() {
    return model;
  }

  /** The temperature, where the model is one; no calibration is a temperature of 1. */
  public OptionalDouble temperature() {
    if (model instanceof TemperatureModel temperature) {
      return OptionalDouble.of(temperature.temperature());
    }
    return model instanceof IdentityModel ? OptionalDouble.of(1) : OptionalDouble.empty();
  }

  /** The exponent on the importance weights, where the method learned one. */
  public OptionalDouble lambda() {
    return extras.lambda;
  }

  /** The objective at the chosen point. */
  public double objective() {
    return objective;
  }

  /** How the search ended. */
  public Termination termination() {
    return termination;
  }

  /** The importance weights the method used, before λ. */
  public Optional<ImportanceWeights> weights() {
    return extras.weights;
  }

  /** Whether there is a landscape, which is only drawn when somebody looks at it. */
  public boolean hasLandscape() {
    return extras.landscape.isPresent();
  }

  /** The objective over (T, λ), for methods that search both. */
  public Optional<Landscape> landscape() {
    return extras.landscape.map(Lazy::get);
  }

  @Override
  public Probabilities targetProbabilities() {
    return model.calibrate(task.target().logits());
  }

  @Override
  public double estimatedTargetAccuracy() {
    return extras.estimatedAccuracy.orElseGet(meanConfidence::get);
  }

  static double meanConfidence(Probabilities probabilities, Frequencies frequencies) {
    TopPredictions top = probabilities.top();
    return frequencies.mean(top.confidences());
  }
}

package org.transcal.calibration;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.transcal.matrix.Frequencies;
import org.transcal.model.CalibrationModel;
import org.transcal.model.IdentityModel;
import org.transcal.model.TemperatureModel;
import org.transcal.optim.Minimum;
import org.transcal.optim.Termination;
import org.transcal.prediction.Probabilities;
import org.transcal.prediction.TopPredictions;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.TransferTask;

/** A calibration model with everything a report shows about how it came about. */
public final class FittedCalibration implements FittedMethod {
  private final String method;
  private final TransferTask task;
  private final CalibrationModel model;
  private final double objective;
  private final Termination termination;
  private final OptionalDouble estimatedAccuracy;
  private final OptionalDouble lambda;
  private final Optional<ImportanceWeights> weights;
  private final Optional<Lazy<Landscape>> landscape;

  private FittedCalibration(
      String method,
      TransferTask task,
      CalibrationModel model,
      double objective,
      Termination termination,
      OptionalDouble estimatedAccuracy,
      OptionalDouble lambda,
      Optional<ImportanceWeights> weights,
      Optional<Lazy<Landscape>> landscape) {
    this.method = method;
    this.task = task;
    this.model = model;
    this.objective = objective;
    this.termination = termination;
    this.estimatedAccuracy = estimatedAccuracy;
    this.lambda = lambda;
    this.weights = weights;
    this.landscape = landscape;
  }

  /** A model with the minimum that defines it. */
  static FittedCalibration of(
      String method,
      TransferTask task,
      CalibrationModel model,
      double objective,
      Termination termination) {
    return new FittedCalibration(
        method,
        task,
        model,
        objective,
        termination,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        Optional.empty(),
        Optional.empty());
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

  FittedCalibration withEstimatedAccuracy(double accuracy) {
    return new FittedCalibration(
        method,
        task,
        model,
        objective,
        termination,
        OptionalDouble.of(accuracy),
        lambda,
        weights,
        landscape);
  }

  FittedCalibration withLambda(double exponent) {
    return new FittedCalibration(
        method,
        task,
        model,
        objective,
        termination,
        estimatedAccuracy,
        OptionalDouble.of(exponent),
        weights,
        landscape);
  }

  FittedCalibration withWeights(ImportanceWeights used) {
    return new FittedCalibration(
        method,
        task,
        model,
        objective,
        termination,
        estimatedAccuracy,
        lambda,
        Optional.of(used),
        landscape);
  }

  /** The landscape is only drawn when somebody looks at it. */
  FittedCalibration withLandscape(Supplier<Landscape> drawing) {
    return new FittedCalibration(
        method,
        task,
        model,
        objective,
        termination,
        estimatedAccuracy,
        lambda,
        weights,
        Optional.of(new Lazy<>(drawing)));
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
    return lambda;
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
    return weights;
  }

  /** The objective over (T, λ), for methods that search both. */
  public Optional<Landscape> landscape() {
    return landscape.map(Lazy::get);
  }

  @Override
  public Probabilities targetProbabilities() {
    return model.calibrate(task.target().logits());
  }

  @Override
  public double estimatedTargetAccuracy() {
    return estimatedAccuracy.orElseGet(
        () -> meanConfidence(targetProbabilities(), task.target().frequencies()));
  }

  static double meanConfidence(Probabilities probabilities, Frequencies frequencies) {
    TopPredictions top = probabilities.top();
    return frequencies.mean(top.confidences());
  }
}

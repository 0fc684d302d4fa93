package org.transcal.calibration;

import java.util.OptionalDouble;
import org.transcal.accuracy.CombinedAccuracy;
import org.transcal.accuracy.Evidence;
import org.transcal.optim.Minimum;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.DomainClassifier;
import org.transcal.task.TransferTask;

/**
 * The temperature at which mean target confidence equals the target accuracy that several kinds of
 * evidence agree on best.
 *
 * <p>Matching mean confidence to the true target accuracy comes within a point of the best possible
 * temperature, so everything depends on the estimate: see {@link CombinedAccuracy} for the rule.
 *
 * @param densityRatio estimates the weights of tasks that have features but bring no weights
 */
public record Recommended(DensityRatioEstimator densityRatio) implements WeightedCalibration {
  /** With weights by logistic regression. */
  public static Recommended standard() {
    return new Recommended(DomainClassifier.reweighted());
  }

  @Override
  public String name() {
    return "recommended";
  }

  @Override
  public String summary() {
    return "one temperature matched to target accuracy, pooled from several kinds of evidence";
  }

  @Override
  public FittedCalibration fit(TransferTask task) {
    TransferTask weighted = task.features().isPresent() ? task.withWeights(weightsOf(task)) : task;
    FittedCalibration fitted = fit(weighted, CombinedAccuracy.prepare(weighted));
    return weighted.weights().map(fitted::withWeights).orElse(fitted);
  }

  /** Fits with the task's neighbours and critic already found. */
  public static FittedCalibration fit(TransferTask task, CombinedAccuracy.Prepared prepared) {
    CombinedAccuracy combined = accuracy(task, prepared);
    Minimum minimum = MatchedConfidence.temperature(task.target(), combined.accuracy());
    return FittedCalibration.ofTemperature("recommended", task, minimum)
        .withEstimatedAccuracy(combined.accuracy());
  }

  /**
   * The pooled estimate of a task's target accuracy; the task may be a resample of the prepared
   * one.
   */
  public static CombinedAccuracy accuracy(TransferTask task, CombinedAccuracy.Prepared prepared) {
    return prepared.at(evidence(task), mixedTemperature(task));
  }

  /** The task after temperature scaling on its source validation rows. */
  public static Evidence evidence(TransferTask task) {
    return Evidence.of(task, TemperatureScaling.minimize(task.sourceValidation()).at());
  }

  /** PseudoCal's temperature, where the task has mixed inputs and enough of them count. */
  public static OptionalDouble mixedTemperature(TransferTask task) {
    if (task.mixup().isEmpty()) {
      return OptionalDouble.empty();
    }
    try {
      return new PseudoCal().fit(task).temperature();
    } catch (CalibrationException tooFew) {
      return OptionalDouble.empty();
    }
  }
}

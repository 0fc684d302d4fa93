package org.transcal.accuracy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.metric.Estimate;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/**
 * What can be said about a model's target rows without target labels.
 *
 * @param prepared the task
 * @param accuracy share of target rows predicted right, with a 90 % interval
 * @param ece calibration error of the model's own confidence on the target, with a 90 % interval
 * @param temperature the temperature that would match confidence to accuracy, with a 90 % interval
 * @param lambda TransCal's exponent with a 90 % interval, if the caller asked for it
 * @param combined the kinds of evidence behind the accuracy
 * @param estimators every single estimate that the task allows, by key
 * @param judgement the verdict and its reasons
 * @param labelsNeeded number of random target labels that would settle the accuracy
 */
public record TargetEstimate(
    PreparedTask prepared,
    Estimate accuracy,
    Estimate ece,
    Estimate temperature,
    Optional<Estimate> lambda,
    CombinedAccuracy combined,
    Map<String, Double> estimators,
    Judgement judgement,
    long labelsNeeded) {
  /** Copies the map, in its order. */
  public TargetEstimate {
    estimators = Collections.unmodifiableMap(new LinkedHashMap<>(estimators));
  }

  /** The same estimate with TransCal's exponent added. */
  public TargetEstimate withLambda(Optional<Estimate> exponent) {
    return new TargetEstimate(
        prepared,
        accuracy,
        ece,
        temperature,
        exponent,
        combined,
        estimators,
        judgement,
        labelsNeeded);
  }

  /** The verdict. */
  public Verdict verdict() {
    return judgement.verdict();
  }

  /** The verdict's reasons, one sentence each. */
  public List<String> reasons() {
    return judgement.reasons();
  }

  /** The task. */
  public TransferTask task() {
    return prepared.task();
  }
}

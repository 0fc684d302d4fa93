package org.transcal.accuracy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.MissingPartException;
import org.transcal.task.TransferTask;

/** Every single estimate of target accuracy, in the order that tables show them. */
public final class AccuracyEstimators {
  private AccuracyEstimators() {}

  /** All estimators; those that weight rows estimate weights as given. */
  public static List<AccuracyEstimator> all(DensityRatioEstimator densityRatio) {
    return List.of(
        ConfidenceEstimate.AVERAGE,
        ConfidenceEstimate.DIFFERENCE,
        ConfidenceEstimate.THRESHOLD,
        new WeightedEstimate(WeightedEstimate.Form.PLAIN, densityRatio),
        new WeightedEstimate(WeightedEstimate.Form.DOUBLY_ROBUST, densityRatio),
        new NeighbourEstimate(),
        new DisagreementEstimate(),
        new LabelShiftEstimate(LabelShiftEstimate.Form.BLACK_BOX),
        new LabelShiftEstimate(LabelShiftEstimate.Form.MAXIMUM_LIKELIHOOD));
  }

  /** The estimates that can be made of the evidence, by key; others are left out. */
  public static Map<String, Double> estimates(
      Evidence evidence, DensityRatioEstimator densityRatio) {
    return estimates(evidence, all(known(evidence, densityRatio)), Map.of());
  }

  /** The same where neighbours and critic of the task have been found already. */
  public static Map<String, Double> estimates(
      Evidence evidence, DensityRatioEstimator densityRatio, CombinedAccuracy.Prepared prepared) {
    return estimates(evidence, all(known(evidence, densityRatio)), prepared.estimates(evidence));
  }

  /** Estimates weights once for all that look at them. */
  private static DensityRatioEstimator known(
      Evidence evidence, DensityRatioEstimator densityRatio) {
    if (evidence.task().features().isEmpty()) {
      return densityRatio;
    }
    ImportanceWeights weights =
        evidence.task().weights().orElseGet(() -> densityRatio.estimate(evidence.task()));
    return new DensityRatioEstimator() {
      @Override
      public String name() {
        return densityRatio.name();
      }

      @Override
      public ImportanceWeights estimate(TransferTask task) {
        return weights;
      }
    };
  }

  private static Map<String, Double> estimates(
      Evidence evidence, List<AccuracyEstimator> estimators, Map<String, Double> known) {
    Map<String, Double> estimates = new LinkedHashMap<>();
    for (AccuracyEstimator estimator : estimators) {
      try {
        String key = estimator.key();
        estimates.put(key, known.containsKey(key) ? known.get(key) : estimator.estimate(evidence));
      } catch (MissingPartException | ArithmeticException cannot) {
        // An estimate that needs more than the task has is not among the results.
        continue;
      }
    }
    return estimates;
  }
}

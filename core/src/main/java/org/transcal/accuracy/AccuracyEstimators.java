package org.transcal.accuracy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.transcal.shift.PreparedTask;
import org.transcal.task.MissingPartException;

/** The estimators of target accuracy, in the order that tables show them. */
public final class AccuracyEstimators {
  private static final List<AccuracyEstimator> ALL = List.of(StandardEstimator.values());

  private AccuracyEstimators() {}

  /** All estimators. */
  public static List<AccuracyEstimator> all() {
    return ALL;
  }

  /** Average thresholded confidence, {@code atc}. */
  public static AccuracyEstimator thresholdedConfidence() {
    return StandardEstimator.THRESHOLDED_CONFIDENCE;
  }

  /** The estimates that a task allows, by key; the others are left out. */
  public static Map<String, Double> estimates(PreparedTask prepared) {
    Map<String, Double> estimates = new LinkedHashMap<>();
    for (AccuracyEstimator estimator : ALL) {
      try {
        estimates.put(estimator.key(), estimator.estimate(prepared));
      } catch (MissingPartException | ArithmeticException impossible) {
        continue;
      }
    }
    return estimates;
  }
}

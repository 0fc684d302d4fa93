package org.transcal.accuracy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.transcal.kernel.Kernels;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.task.MissingPartException;
import org.transcal.task.Target;

/** All estimates of a task at once, and one per row. */
public final class AccuracyEstimators {
  private AccuracyEstimators() {}

  /** All estimators. */
  public static List<AccuracyEstimator> all() {
    return List.of(AccuracyEstimator.values());
  }

  /** The estimates that a task allows, by key; the others are left out. */
  public static Map<String, Double> estimates(PreparedTask prepared) {
    Map<String, Double> estimates = new LinkedHashMap<>();
    for (AccuracyEstimator estimator : all()) {
      try {
        estimates.put(estimator.key(), estimator.estimate(prepared));
      } catch (MissingPartException | ArithmeticException impossible) {
        continue;
      }
    }
    return estimates;
  }

  /**
   * The estimated probability that each target row is predicted right: its confidence at the
   * temperature that matches the pooled accuracy and, if there are features, the mean of that and
   * the share of its neighbours that agree, with the pooled accuracy as one more neighbour.
   */
  public static double[] ofRows(PreparedTask prepared) {
    Target target = prepared.task().target();
    double pooled = CombinedAccuracy.of(prepared).accuracy();
    double temperature = FittedTemperature.matching(target, pooled).temperature();
    double[] right = Kernels.rowConfidence(target.logits().values(), temperature);
    if (prepared.task().features().isPresent()) {
      double[] near =
          Neighbourhoods.of(prepared)
              .ofRows(prepared.task().sourceValidation().frequencies(), pooled);
      // In a large task, some rows were skipped in the neighbour search.
      Arrays.setAll(right, i -> Double.isNaN(near[i]) ? right[i] : (right[i] + near[i]) / 2);
    }
    return right;
  }
}

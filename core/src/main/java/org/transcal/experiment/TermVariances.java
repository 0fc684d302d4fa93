package org.transcal.experiment;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.transcal.accuracy.ControlVariates;
import org.transcal.accuracy.WeightedError;
import org.transcal.kernel.Kernels;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;

/**
 * Sample variances of the per-row terms whose mean estimates target error, under each control
 * variate and at one λ, so that they can be compared.
 *
 * <p>Paper: {@code eq:cv1}, {@code eq:cv2}; the chain none ≥ weight ≥ serial is exact.
 */
final class TermVariances {
  private TermVariances() {}

  /** The variances at an exponent; empty of those whose frequencies have no variance. */
  public static Map<ControlVariates, Double> of(
      PreparedTask prepared, ImportanceWeights weights, double lambda) {
    SourceValidation source = prepared.task().sourceValidation();
    double temperature = prepared.sourceTemperature().temperature();
    double confidence =
        Kernels.meanConfidence(source.logits().values(), temperature, source.frequencies());
    double[] correctness = source.logits().correctness(source.labels());
    double[] error = Arrays.stream(correctness).map(r -> 1 - r).toArray();
    Map<ControlVariates, Double> variances = new EnumMap<>(ControlVariates.class);
    for (ControlVariates variates : ControlVariates.values()) {
      double[] terms =
          new WeightedError(weights, correctness, confidence, source.frequencies(), variates)
              .terms(error, lambda);
      double variance = source.frequencies().variance(terms);
      if (Double.isFinite(variance)) {
        variances.put(variates, variance);
      }
    }
    return variances;
  }
}

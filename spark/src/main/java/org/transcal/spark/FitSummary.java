package org.transcal.spark;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.Termination;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.shift.DomainSeparation;
import org.transcal.shift.ShiftDiagnosis;

/**
 * How a fit went. It is not stored with a model, as Spark's own summaries are not.
 *
 * @param method the method
 * @param lambda the exponent on the weights, where the method has one
 * @param objective the objective at the chosen point
 * @param termination how the search ended
 * @param estimatedTargetAccuracy the method's own estimate, else mean target confidence after it;
 *     empty where there are no target rows
 * @param rows how many rows of each split were read
 * @param weights whether the importance weights can carry an estimate, where there are some
 * @param separation how well the domains could be told apart, where a classifier was fitted
 * @param targetBins counts and mean confidence of target rows after calibration, by confidence
 * @param sourceReliability reliability of source validation rows after calibration
 * @param passes how often rows were gone through, on all machines together
 */
public record FitSummary(
    String method,
    OptionalDouble lambda,
    double objective,
    Termination termination,
    OptionalDouble estimatedTargetAccuracy,
    Rows rows,
    Optional<ShiftDiagnosis> weights,
    Optional<DomainSeparation> separation,
    List<ConfidenceBin> targetBins,
    ReliabilityDiagram sourceReliability,
    int passes) {
  /** Rows of each split; training rows are 0 where the method does not look at them. */
  public record Rows(long sourceTrain, long sourceValidation, long target) {}

  /**
   * Rows of similar confidence.
   *
   * @param low lower edge, not part of the bin
   * @param high upper edge, part of the bin
   * @param confidence mean confidence; NaN where the bin is empty
   */
  public record ConfidenceBin(double low, double high, long count, double confidence) {}

  /** Copies the list. */
  public FitSummary {
    targetBins = List.copyOf(targetBins);
  }
}

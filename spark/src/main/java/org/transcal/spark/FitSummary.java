package org.transcal.spark;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.Termination;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.shift.DomainSeparation;
import org.transcal.shift.ShiftDiagnosis;

/**
 * Statistics of a fit. Like Spark's own summaries, they are not saved with the model.
 *
 * @param method the method
 * @param lambda the exponent on the weights, if the method has one
 * @param objective the objective at the chosen point
 * @param termination how the search ended
 * @param estimatedTargetAccuracy the method's own estimate, else mean target confidence after
 *     calibration; empty if there are no target rows
 * @param rows number of rows of each split
 * @param weights diagnosis of the importance weights, if the method uses them
 * @param separation how well the domain classifier separates the domains, if one was fitted
 * @param targetBins counts and mean confidence of target rows after calibration, by confidence
 * @param sourceReliability reliability of source validation rows after calibration
 * @param passes number of passes over the rows
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
  /** Rows of each split; 0 training rows if the method does not need them. */
  public record Rows(long sourceTrain, long sourceValidation, long target) {}

  /**
   * Rows of similar confidence.
   *
   * @param low lower edge, not part of the bin
   * @param high upper edge, part of the bin
   * @param confidence mean confidence; NaN if the bin is empty
   */
  public record ConfidenceBin(double low, double high, long count, double confidence) {}

  /** Copies the list. */
  public FitSummary {
    targetBins = List.copyOf(targetBins);
  }
}

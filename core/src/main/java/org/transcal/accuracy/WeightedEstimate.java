package org.transcal.accuracy;

import java.util.Arrays;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.ImportanceWeights;

/**
 * Estimates of target accuracy by importance weights on source validation rows, self-normalised:
 * right where only inputs shift, the domains overlap and the density ratio is right.
 *
 * @param form what is averaged
 * @param densityRatio estimates the weights of tasks that bring none
 */
public record WeightedEstimate(Form form, DensityRatioEstimator densityRatio)
    implements AccuracyEstimator {
  /** What is averaged. */
  public enum Form {
    /** The correctness, Σwr / Σw. */
    PLAIN,
    /** Mean target confidence plus the weighted mean of correctness − confidence. */
    DOUBLY_ROBUST
  }

  @Override
  public String key() {
    return form == Form.PLAIN ? "iw" : "dr";
  }

  @Override
  public String summary() {
    return form == Form.PLAIN
        ? "source correctness, weighted by how likely its inputs are in the target"
        : "mean target confidence, corrected by the weighted source error of confidence";
  }

  @Override
  public double estimate(Evidence evidence) {
    ImportanceWeights weights =
        evidence.task().weights().orElseGet(() -> densityRatio.estimate(evidence.task()));
    return form == Form.PLAIN
        ? evidence.weightedMean(relative(weights), evidence.correctness())
        : doublyRobust(evidence, weights);
  }

  static double doublyRobust(Evidence evidence, ImportanceWeights weights) {
    double[] relative = relative(weights);
    double[] gap = evidence.correctness();
    Arrays.setAll(gap, i -> gap[i] - evidence.sourceConfidence(i));
    double corrected = evidence.meanTargetConfidence() + evidence.weightedMean(relative, gap);
    return Math.max(0, Math.min(1, corrected));
  }

  /** Weights over the largest: only ratios matter, and none overflows. */
  private static double[] relative(ImportanceWeights weights) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < weights.rows(); i++) {
      largest = Math.max(largest, weights.log(i));
    }
    double top = largest;
    double[] relative = new double[weights.rows()];
    // A weight below e^−600 of the largest adds nothing, but its row must not become 0/0.
    Arrays.setAll(relative, i -> Math.exp(Math.max(-600, weights.log(i) - top)));
    return relative;
  }
}

package org.transcal.accuracy;

import org.transcal.shift.FeatureSpace;

/**
 * Source accuracy minus the disagreement discrepancy: how much more a critic that agrees with the
 * model on the source can disagree on the target. Pessimistic.
 *
 * <p>Paper: Rosenfeld and Garg (2023). Deviation: see {@link DisagreementCritic}.
 */
public record DisagreementEstimate() implements AccuracyEstimator {
  @Override
  public String key() {
    return "dis2";
  }

  @Override
  public String summary() {
    return "source accuracy minus what a hostile linear classifier can dispute; pessimistic";
  }

  @Override
  public double estimate(Evidence evidence) {
    FeatureSpace space = Neighbourhoods.space(evidence.task(), key());
    return Disagreement.of(evidence.task(), space)
        .accuracy(evidence.sourceAccuracy(), evidence.source(), evidence.target());
  }
}

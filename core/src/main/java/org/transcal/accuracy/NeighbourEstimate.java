package org.transcal.accuracy;

import org.transcal.shift.FeatureSpace;

/**
 * The share of labels around target rows that the model's prediction agrees with: for each target
 * row, how many of the k source validation rows nearest in feature space have the predicted class.
 *
 * <p>Validation rows stand where the model was not trained, so their labels are what a feature
 * region is worth; a target that adaptation moved into a confident region inherits the accuracy of
 * that region, not its confidence.
 */
public record NeighbourEstimate() implements AccuracyEstimator {
  @Override
  public String key() {
    return "neighbours";
  }

  @Override
  public String summary() {
    return "share of source labels near target rows that agree with the prediction";
  }

  @Override
  public double estimate(Evidence evidence) {
    FeatureSpace space = Neighbourhoods.space(evidence.task(), key());
    return Neighbourhoods.of(evidence.task(), space)
        .agreement(evidence.source(), evidence.target());
  }
}

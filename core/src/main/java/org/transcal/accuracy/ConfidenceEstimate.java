package org.transcal.accuracy;

/** Estimates of target accuracy that look at nothing but confidences. */
public enum ConfidenceEstimate implements AccuracyEstimator {
  /** Mean target confidence. */
  AVERAGE("ac", "mean target confidence after source temperature scaling") {
    @Override
    public double estimate(Evidence evidence) {
      return evidence.meanTargetConfidence();
    }
  },
  /** Source accuracy plus the difference of mean confidences. */
  DIFFERENCE("doc", "source accuracy, moved by how much confidence moved") {
    @Override
    public double estimate(Evidence evidence) {
      double moved = evidence.meanTargetConfidence() - evidence.meanSourceConfidence();
      return Math.max(0, Math.min(1, evidence.sourceAccuracy() + moved));
    }
  },
  /** Share of target rows above the confidence that splits off as many source rows as are wrong. */
  THRESHOLD("atc", "share of target rows above a confidence learned on the source") {
    @Override
    public double estimate(Evidence evidence) {
      return evidence.thresholdedConfidence();
    }
  };

  private final String key;
  private final String words;

  ConfidenceEstimate(String key, String words) {
    this.key = key;
    this.words = words;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public String summary() {
    return words;
  }
}

package org.transcal.comparison;

/** A score on the target, in the order in which tables show them. */
public enum Score {
  /** Expected calibration error. */
  ECE("ECE"),
  /** Share of right predictions. */
  ACCURACY("accuracy"),
  /** Negative log likelihood. */
  NLL("NLL"),
  /** Brier score. */
  BRIER("Brier score");

  private final String title;

  Score(String title) {
    this.title = title;
  }

  /** The name that people read. */
  public String title() {
    return title;
  }

  /** The value among a method's scores. */
  public double of(TargetScores scores) {
    return switch (this) {
      case ACCURACY -> scores.accuracy();
      case ECE -> scores.ece();
      case NLL -> scores.nll();
      case BRIER -> scores.brier();
    };
  }

  /** The value with the sign that makes smaller better. */
  public double loss(double value) {
    return this == ACCURACY ? -value : value;
  }

  /** Whether the value is a share, which people read in percent. */
  public boolean isShare() {
    return this == ACCURACY || this == ECE;
  }
}

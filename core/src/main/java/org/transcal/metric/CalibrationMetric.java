package org.transcal.metric;

/** A number that says how good labelled predictions are. */
public interface CalibrationMetric {
  /** Which direction is good. */
  enum Better {
    /** Smaller values are better. */
    LOWER,
    /** Larger values are better. */
    HIGHER
  }

  /** Short key in JSON and tables, such as {@code eceEqualMass}. */
  String key();

  /** Name with its convention, as shown to people, such as "ECE (15 equal-width bins)". */
  String title();

  /** Which direction is good; most metrics are errors. */
  default Better better() {
    return Better.LOWER;
  }

  /** Measures the predictions. */
  double measure(LabelledPredictions predictions);
}

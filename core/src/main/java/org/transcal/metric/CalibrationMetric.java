package org.transcal.metric;

import java.util.Optional;

/**
 * A measure of the quality of labelled predictions.
 *
 * <p>A row of integer frequency f counts exactly as f equal rows, and a row of frequency 0 is
 * absent. The order of rows does not matter.
 */
public interface CalibrationMetric {
  /** Direction of improvement. */
  enum Better {
    /** Smaller values are better. */
    LOWER,
    /** Larger values are better. */
    HIGHER
  }

  /** Short key in JSON and tables, such as {@code eceEqualMass}. */
  String key();

  /** Display name with its conventions, such as "ECE (15 equal-width bins)". */
  String title();

  /** Direction of improvement; most metrics are errors. */
  default Better better() {
    return Better.LOWER;
  }

  /** The values the metric can take; most metrics are errors in [0, 1]. */
  default Interval range() {
    return new Interval(0, 1);
  }

  /** Measures the predictions. */
  double measure(LabelledPredictions predictions);

  /**
   * The exact interval around a measured value, if theory gives one; else {@link Bootstrap}
   * resamples.
   *
   * @param value the metric's value
   * @param total number of rows, by frequency
   * @param level coverage, such as 0.95
   */
  default Optional<Interval> exactInterval(double value, double total, double level) {
    return Optional.empty();
  }
}

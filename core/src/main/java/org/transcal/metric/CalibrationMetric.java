package org.transcal.metric;

import java.util.Optional;

/**
 * A number that says how good labelled predictions are.
 *
 * <p>Every metric obeys one law of frequencies: a row of whole frequency f counts exactly as f
 * equal rows, and a row of frequency 0 is absent. None depends on the order of rows.
 */
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

  /** The values the metric can take; most metrics are errors in [0, 1]. */
  default Interval range() {
    return new Interval(0, 1);
  }

  /** Measures the predictions. */
  double measure(LabelledPredictions predictions);

  /**
   * The interval that theory gives around a measured value, where it gives one; the others are
   * resampled by {@link Bootstrap}.
   *
   * @param value the metric's value
   * @param total rows measured, by frequency
   * @param level coverage, such as 0.95
   */
  default Optional<Interval> exactInterval(double value, double total, double level) {
    return Optional.empty();
  }
}

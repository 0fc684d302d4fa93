package org.transcal.metric;

/**
 * A number and the range in which its true value is expected.
 *
 * @param value the measured value
 * @param interval the expected range of the true value
 */
public record Estimate(double value, Interval interval) {
  /** Refuses a value that is not a number. */
  public Estimate {
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException("Estimate is NaN; it must be a number");
    }
  }
}

package org.transcal.metric;

/**
 * A number and the range in which its true value is expected.
 *
 * @param value what was measured
 * @param interval where the truth lies, with the coverage its maker states
 */
public record Estimate(double value, Interval interval) {
  /** Refuses a value that is not a number. */
  public Estimate {
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException("Estimate is NaN; it must be a number");
    }
  }
}

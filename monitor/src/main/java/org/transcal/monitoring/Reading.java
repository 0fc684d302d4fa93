package org.transcal.monitoring;

import java.util.Optional;
import org.transcal.metric.Interval;

/**
 * One metric of one batch.
 *
 * @param metric which metric
 * @param value the batch's value
 * @param interval where the truth is expected with 90 % probability; accuracy and ECE have one
 * @param expected the usual value on quiet batches of this many rows
 * @param threshold the value beyond which the metric alerts
 */
public record Reading(
    Metric metric, double value, Optional<Interval> interval, double expected, double threshold) {
  /** Checks that the numbers are finite. */
  public Reading {
    if (!Double.isFinite(value + expected + threshold)) {
      throw new IllegalArgumentException(
          metric.title()
              + " is "
              + value
              + ", usually "
              + expected
              + ", threshold "
              + threshold
              + "; all must be finite");
    }
  }

  /** Whether the value is worse than the threshold. */
  public boolean isBeyond() {
    return metric.isWorseBelow() ? value < threshold : value > threshold;
  }
}

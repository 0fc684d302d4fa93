package org.transcal.monitoring;

import java.util.List;

/**
 * How well the accuracy estimates have done on nights whose labels arrived later.
 *
 * @param nights nights with labels
 * @param meanError mean absolute difference of estimated and realised accuracy
 * @param meanBias mean of estimated minus realised accuracy
 * @param covered nights whose realised accuracy was inside the interval given at the time
 * @param intervalFactor what the estimator's intervals are multiplied by from now on
 */
public record TrackRecord(
    int nights, double meanError, double meanBias, int covered, double intervalFactor) {
  /** The record of the given nights, all rows, in order of time. */
  public static TrackRecord of(List<Night> history) {
    throw new UnsupportedOperationException("to be written");
  }
}

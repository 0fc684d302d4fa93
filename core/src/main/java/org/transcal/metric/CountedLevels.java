package org.transcal.metric;

import java.util.Arrays;

/**
 * Levels stored in arrays.
 *
 * @param countsBefore rows of the first i levels, at index i; one element more than levels
 * @param wrongsBefore wrong rows of the first i levels, at index i
 */
record CountedLevels(int end, double[] confidences, double[] countsBefore, double[] wrongsBefore)
    implements ConfidenceLevels {
  @Override
  public int next(int level) {
    return level + 1;
  }

  @Override
  public double confidence(int level) {
    return confidences[level];
  }

  @Override
  public double correct(int level) {
    return count(level) - (wrongsBefore[level + 1] - wrongsBefore[level]);
  }

  @Override
  public int endOfRank(double rank) {
    int found = Arrays.binarySearch(countsBefore, 1, end + 1, rank);
    return Math.min(end, found >= 0 ? found : -found - 1);
  }

  @Override
  public double countBefore(int level) {
    return countsBefore[level];
  }

  @Override
  public double wrongBefore(int level) {
    return wrongsBefore[level];
  }
}

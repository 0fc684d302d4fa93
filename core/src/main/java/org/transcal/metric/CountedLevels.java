package org.transcal.metric;

import java.util.Arrays;

/** Levels stored in arrays. */
final class CountedLevels extends ConfidenceLevels {
  private final int size;
  private final double[] confidence;
  private final double[] countBefore;
  private final double[] wrongBefore;

  /**
   * Shares the arrays.
   *
   * @param countBefore rows of the first i levels, at index i; one element more than levels
   * @param wrongBefore wrong rows of the first i levels, at index i
   */
  CountedLevels(int size, double[] confidence, double[] countBefore, double[] wrongBefore) {
    this.size = size;
    this.confidence = confidence;
    this.countBefore = countBefore;
    this.wrongBefore = wrongBefore;
  }

  @Override
  public int end() {
    return size;
  }

  @Override
  public int next(int level) {
    return level + 1;
  }

  @Override
  public double confidence(int level) {
    return confidence[level];
  }

  @Override
  public double correct(int level) {
    return count(level) - (wrongBefore[level + 1] - wrongBefore[level]);
  }

  @Override
  int endOfRank(double rank) {
    int found = Arrays.binarySearch(countBefore, 1, size + 1, rank);
    return Math.min(size, found >= 0 ? found : -found - 1);
  }

  @Override
  double countBefore(int level) {
    return countBefore[level];
  }

  @Override
  double wrongBefore(int level) {
    return wrongBefore[level];
  }
}

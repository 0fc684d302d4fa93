package org.transcal.metric;

import java.util.Arrays;

/** Levels stored in arrays. */
final class CountedLevels extends ConfidenceLevels {
  private final double[] confidence;
  private final double[] count;
  private final double[] correct;

  /** Sums over the first i levels, at index i. */
  private final double[] countBefore;

  private final double[] wrongBefore;

  /** Shares the first {@code size} elements of each array. */
  CountedLevels(int size, double[] confidence, double[] count, double[] correct) {
    this.confidence = confidence;
    this.count = count;
    this.correct = correct;
    this.countBefore = new double[size + 1];
    this.wrongBefore = new double[size + 1];
    for (int i = 0; i < size; i++) {
      countBefore[i + 1] = countBefore[i] + count[i];
      wrongBefore[i + 1] = wrongBefore[i] + (count[i] - correct[i]);
    }
  }

  @Override
  public int end() {
    return countBefore.length - 1;
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
  public double count(int level) {
    return count[level];
  }

  @Override
  public double correct(int level) {
    return correct[level];
  }

  @Override
  public double total() {
    return countBefore[end()];
  }

  @Override
  int endOfRank(double rank) {
    int found = Arrays.binarySearch(countBefore, 1, countBefore.length, rank);
    return Math.min(end(), found >= 0 ? found : -found - 1);
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

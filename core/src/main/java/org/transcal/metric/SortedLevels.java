package org.transcal.metric;

import java.util.Arrays;

/**
 * Levels of sorted rows of frequency 1 without memory per level: a level is the index of its first
 * row.
 */
final class SortedLevels implements ConfidenceLevels {
  /** The number of wrong rows before is stored for every n-th row and counted in between. */
  private static final int STRIDE = 256;

  private final ConfidenceRows rows;
  private final int[] wrongBefore;

  SortedLevels(ConfidenceRows sorted) {
    this.rows = sorted;
    this.wrongBefore = new int[sorted.size() / STRIDE + 2];
    for (int i = 0; i < sorted.size(); i++) {
      wrongBefore[i / STRIDE + 1] += sorted.isCorrect(i) ? 0 : 1;
    }
    Arrays.parallelPrefix(wrongBefore, Integer::sum);
  }

  @Override
  public int end() {
    return rows.size();
  }

  @Override
  public int next(int level) {
    return firstAbove(level, rows.key(level) | 1);
  }

  @Override
  public double confidence(int level) {
    return rows.confidence(level);
  }

  @Override
  public double correct(int level) {
    // Wrong rows come first; their keys are even.
    return next(level) - firstAbove(level, rows.key(level) & ~1);
  }

  @Override
  public int endOfRank(double rank) {
    return next((int) rank - 1);
  }

  @Override
  public double countBefore(int level) {
    return level;
  }

  @Override
  public double wrongBefore(int level) {
    int wrong = wrongBefore[level / STRIDE];
    for (int i = level / STRIDE * STRIDE; i < level; i++) {
      wrong += rows.isCorrect(i) ? 0 : 1;
    }
    return wrong;
  }

  /** The first row from here on with a larger key. */
  private int firstAbove(int from, long key) {
    int low = from;
    int high = rows.size();
    if (low + 1 < high && rows.key(low + 1) > key) {
      high = low + 1; // Most levels have one row.
    }
    while (low < high) {
      int middle = low + (high - low) / 2;
      if (rows.key(middle) <= key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

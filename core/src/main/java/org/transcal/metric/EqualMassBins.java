package org.transcal.metric;

import java.util.Arrays;

/**
 * Confidence levels cut into bins of equally many rows, ties together.
 *
 * <p>The sorted rows are cut into groups whose sizes differ by at most one, the larger first; the
 * edge of a bin is the midpoint between consecutive groups, and bins are (lo, hi]. Where a tie
 * straddles the cut, the edge is the tie itself, so all of it falls into the lower bin; edges that
 * coincide count once. (Kumar, Liang and Ma 2019.)
 */
final class EqualMassBins {
  private final ConfidenceLevels levels;

  /** Sums over the first {@code i} levels, at index {@code i}. */
  private final double[] count;

  private final double[] wrong;
  private final double[] gap;

  EqualMassBins(ConfidenceLevels levels) {
    this.levels = levels;
    this.count = new double[levels.size() + 1];
    this.wrong = new double[levels.size() + 1];
    this.gap = new double[levels.size() + 1];
    for (int i = 0; i < levels.size(); i++) {
      count[i + 1] = count[i] + levels.count(i);
      wrong[i + 1] = wrong[i] + (levels.count(i) - levels.correct(i));
      gap[i + 1] = gap[i] + levels.gap(i);
    }
  }

  /**
   * Where bin {@code bin} of so many ends: the number of levels in it and all bins before it. Two
   * bins that end alike are one.
   */
  int end(int bin, int bins) {
    if (bin == bins - 1) {
      return levels.size();
    }
    // The level that holds the last row of the group ends the bin.
    int found = Arrays.binarySearch(count, 1, count.length, rank(bin, bins));
    return Math.min(levels.size(), found >= 0 ? found : -found - 1);
  }

  /** Rows in group {@code bin} of so many and all groups before it, where ties may be split. */
  double rank(int bin, int bins) {
    double total = levels.total();
    double each = Math.floor(total / bins);
    return (bin + 1) * each + Math.min(bin + 1, total - bins * each);
  }

  /** Rows of the levels {@code from} (inclusive) to {@code to} (exclusive), by frequency. */
  double count(int from, int to) {
    return count[to] - count[from];
  }

  /** Wrong rows of these levels, by frequency; exactly 0 where there is none. */
  double wrong(int from, int to) {
    return wrong[to] - wrong[from];
  }

  /** Σ (confidence − correctness) over these levels. */
  double gap(int from, int to) {
    return gap[to] - gap[from];
  }

  /** Σ_b (n_b / n) · |mean correctness − mean confidence|. */
  double expectedCalibrationError(int bins) {
    double sum = 0;
    int start = 0;
    for (int b = 0; b < bins; b++) {
      int end = end(b, bins);
      sum += Math.abs(gap(start, end));
      start = end;
    }
    return sum / levels.total();
  }
}

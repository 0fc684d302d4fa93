package org.transcal.metric;

import java.util.Arrays;

/**
 * Confidence levels split into bins with equal numbers of rows; ties share a bin.
 *
 * <p>The sorted rows are split into groups whose sizes differ by at most one, the larger first; bin
 * edges are midpoints between consecutive groups, and bins are (lo, hi]. A tie at an edge belongs
 * to the lower bin; edges that coincide count once. (Kumar, Liang and Ma 2019.)
 *
 * <p>Cost: one pass over the levels.
 */
final class EqualMassBins {
  private final double total;
  private final double[] count;
  private final double[] wrong;

  /** Σ (confidence − correctness) over the rows of each bin. */
  private final double[] gap;

  EqualMassBins(ConfidenceLevels levels, int bins) {
    this.total = levels.total();
    this.count = new double[bins];
    this.wrong = new double[bins];
    this.gap = new double[bins];
    int level = 0;
    for (int b = 0; b < bins; b++) {
      int end = end(levels, b, bins);
      count[b] = levels.countBefore(end) - levels.countBefore(level);
      wrong[b] = levels.wrongBefore(end) - levels.wrongBefore(level);
      for (; level < end; level = levels.next(level)) {
        gap[b] += levels.gap(level);
      }
    }
  }

  /** End of bin {@code bin} of {@code bins}; bins with the same end are one. */
  static int end(ConfidenceLevels levels, int bin, int bins) {
    if (bin == bins - 1) {
      return levels.end();
    }
    double total = levels.total();
    double each = Math.floor(total / bins);
    double rank = (bin + 1) * each + Math.min(bin + 1, total - bins * each);
    return levels.endOfRank(rank);
  }

  /** Σ_b (n_b / n) · |mean correctness − mean confidence|. */
  double expectedCalibrationError() {
    return Arrays.stream(gap).map(Math::abs).sum() / total;
  }

  /**
   * √ Σ_b (n_b / n) · [(conf_b − acc_b)² − acc_b (1 − acc_b) / (n_b − 1)], 0 if that is negative; a
   * bin of fewer than 2 rows adds nothing. (Kumar, Liang and Ma 2019.)
   */
  double debiasedL2() {
    double sum = 0;
    for (int b = 0; b < gap.length; b++) {
      double rows = count[b];
      if (rows >= 2) {
        double mean = gap[b] / rows;
        double error = wrong[b] / rows;
        sum += rows * (mean * mean - error * (1 - error) / (rows - 1));
      }
    }
    return Math.sqrt(Math.max(0, sum / total));
  }
}

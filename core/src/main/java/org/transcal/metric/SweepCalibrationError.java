package org.transcal.metric;

/**
 * ECE over the largest number of equal-mass bins whose accuracies still increase with confidence.
 *
 * <p>Bins 2, 3, … are tried until the accuracy of one is below the one before it, and the last
 * number before that is used. (Roelofs et al. 2022, with the L1 norm.)
 *
 * <p>Deviation: ties share a bin, while the original splits them by row order; at most {@value
 * #MOST_BINS} bins are tried.
 *
 * <p>Cost: at worst the square of the number of bins.
 */
final class SweepCalibrationError {
  /** Upper limit of the search, reached only if the sample is perfectly sorted. */
  private static final int MOST_BINS = 10_000;

  private SweepCalibrationError() {}

  static double measure(ConfidenceLevels levels) {
    return new EqualMassBins(levels, bins(levels)).expectedCalibrationError();
  }

  /** Number of bins chosen; some may be empty because of ties. */
  static int bins(ConfidenceLevels levels) {
    int most = (int) Math.max(1, Math.min(MOST_BINS, Math.floor(levels.total())));
    // If accuracy rises from level to level, it rises for every grouping of adjacent levels.
    if (rises(levels)) {
      return most;
    }
    int bins = 1;
    while (bins < most && rises(levels, bins + 1)) {
      bins++;
    }
    return bins;
  }

  private static boolean rises(ConfidenceLevels levels) {
    double last = 0;
    for (int i = 0; i < levels.end(); i = levels.next(i)) {
      double accuracy = levels.correct(i) / levels.count(i);
      if (accuracy < last) {
        return false;
      }
      last = accuracy;
    }
    return true;
  }

  private static boolean rises(ConfidenceLevels levels, int bins) {
    double last = 1;
    double count = 0;
    double wrong = 0;
    for (int b = 0; b < bins; b++) {
      int end = EqualMassBins.end(levels, b, bins);
      double nextCount = levels.countBefore(end);
      double nextWrong = levels.wrongBefore(end);
      if (nextCount > count) {
        double error = (nextWrong - wrong) / (nextCount - count);
        if (error > last) {
          return false;
        }
        if (error == 0) {
          // No error is below 0, so the rest must be all correct; fast for accurate samples.
          return levels.wrongBefore(levels.end()) == nextWrong;
        }
        last = error;
        count = nextCount;
        wrong = nextWrong;
      }
    }
    return true;
  }
}

package org.transcal.metric;

/**
 * ECE over the largest number of equal-mass bins whose accuracies do not yet fall with confidence.
 *
 * <p>Bins 2, 3, … are tried until an accuracy is below the one before it, and the last number
 * before that is used. (Roelofs et al. 2022, with the L1 norm.)
 *
 * <p>Deviation: ties stay together, where the original splits them by row order; no more than
 * {@value #MOST_BINS} bins are tried.
 *
 * <p>Cost: the square of the number of bins used, at worst.
 */
record SweepCalibrationError() implements ConfidenceMetric {
  /** Where the search ends; it is reached only by samples that are perfectly sorted. */
  private static final int MOST_BINS = 10_000;

  @Override
  public String key() {
    return "eceSweep";
  }

  @Override
  public String title() {
    return "Sweep ECE (L1, most equal-mass bins with rising accuracy, ties together)";
  }

  @Override
  public double measure(ConfidenceLevels levels) {
    return new EqualMassBins(levels, bins(levels)).expectedCalibrationError();
  }

  private static int mostBins(ConfidenceLevels levels) {
    return (int) Math.max(1, Math.min(MOST_BINS, Math.floor(levels.total())));
  }

  /** How many bins the sweep ends with; ties may leave fewer that hold a row. */
  int bins(LabelledPredictions predictions) {
    return bins(predictions.confidenceLevels());
  }

  private static int bins(ConfidenceLevels levels) {
    int most = mostBins(levels);
    // If single levels rise, every union of neighbours rises too.
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
          // No error is below 0: the rest must have none. Keeps accurate samples fast.
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

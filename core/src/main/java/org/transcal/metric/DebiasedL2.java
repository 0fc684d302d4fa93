package org.transcal.metric;

/**
 * Root of the squared calibration error without the bias that noise in bin accuracies brings: Σ_b
 * (n_b / n) · [(conf_b − acc_b)² − acc_b (1 − acc_b) / (n_b − 1)], 0 where that is negative.
 *
 * <p>Bins hold equally many rows, ties together; a bin of fewer than 2 rows adds nothing. (Kumar,
 * Liang and Ma 2019.)
 *
 * @param bins number of bins, B
 */
record DebiasedL2(int bins) implements ConfidenceMetric {
  /** Checks the number of bins. */
  DebiasedL2 {
    BinCount.require(bins);
  }

  @Override
  public String key() {
    return "l2Debiased";
  }

  @Override
  public String title() {
    return "Debiased L2 calibration error (" + bins + " equal-mass bins, ties together)";
  }

  @Override
  public double measure(ConfidenceLevels levels) {
    EqualMassBins binned = new EqualMassBins(levels, bins);
    double sum = 0;
    for (int b = 0; b < bins; b++) {
      sum += term(binned.gap(b), binned.wrong(b), binned.count(b));
    }
    return Math.sqrt(Math.max(0, sum / levels.total()));
  }

  private static double term(double gapSum, double wrong, double count) {
    if (!(count >= 2)) {
      return 0;
    }
    double gap = gapSum / count;
    double error = wrong / count;
    return count * (gap * gap - error * (1 - error) / (count - 1));
  }
}

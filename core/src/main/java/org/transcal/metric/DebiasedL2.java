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
public record DebiasedL2(int bins) implements ConfidenceMetric {
  /** Checks the number of bins. */
  public DebiasedL2 {
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
    EqualMassBins binned = new EqualMassBins(levels);
    double sum = 0;
    int start = 0;
    for (int b = 0; b < bins; b++) {
      int end = binned.end(b, bins);
      double count = binned.count(start, end);
      if (count >= 2) {
        double gap = binned.gap(start, end) / count;
        double error = binned.wrong(start, end) / count;
        sum += count * (gap * gap - error * (1 - error) / (count - 1));
      }
      start = end;
    }
    return Math.sqrt(Math.max(0, sum / levels.total()));
  }
}

package org.transcal.metric;

import java.util.BitSet;

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
      sum += term(binned.gap(start, end), binned.wrong(start, end), binned.count(start, end));
      start = end;
    }
    return Math.sqrt(Math.max(0, sum / levels.total()));
  }

  /** What a bin adds, given its Σ (confidence − correctness), wrong rows and rows. */
  static double term(double gapSum, double wrong, double count) {
    if (!(count >= 2)) {
      return 0;
    }
    double gap = gapSum / count;
    double error = wrong / count;
    return count * (gap * gap - error * (1 - error) / (count - 1));
  }

  @Override
  public double errorBound(ConfidenceCells cells) {
    double value = measure(cells);
    Interval square =
        new EqualMassBounds(cells, new EqualMassBins(cells.levels())).debiasedSquare(bins);
    double low = Math.sqrt(Math.max(0, square.low()));
    double high = Math.sqrt(Math.max(0, square.high()));
    return Math.max(0, Math.max(value - low, high - value));
  }

  @Override
  public BitSet unresolved(ConfidenceCells cells) {
    return new EqualMassBounds(cells, new EqualMassBins(cells.levels())).looseCells(bins);
  }
}

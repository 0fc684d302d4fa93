package org.transcal.metric;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

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
public record SweepCalibrationError() implements ConfidenceMetric {
  /** Where the search ends; it is reached only by samples that are perfectly sorted. */
  public static final int MOST_BINS = 10_000;

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
    EqualMassBins binned = new EqualMassBins(levels);
    return binned.expectedCalibrationError(bins(levels, binned));
  }

  /**
   * The sweep over rows may end with another number of bins than the one over cells; the bound is
   * over all numbers that are possible.
   */
  @Override
  public double errorBound(ConfidenceCells cells) {
    ConfidenceLevels levels = cells.levels();
    EqualMassBins binned = new EqualMassBins(levels);
    EqualMassBounds bounds = new EqualMassBounds(cells, binned);
    double value = measure(levels);
    int most = mostBins(levels);
    if (rises(levels) && looseCellsArePure(cells)) {
      return bounds.expectedCalibrationError(most);
    }
    double largest = 0;
    for (int bins : possibleBins(bounds, most)) {
      double distance = Math.abs(binned.expectedCalibrationError(bins) - value);
      largest = Math.max(largest, distance + bounds.expectedCalibrationError(bins));
    }
    return largest;
  }

  @Override
  public BitSet unresolved(ConfidenceCells cells) {
    ConfidenceLevels levels = cells.levels();
    EqualMassBounds bounds = new EqualMassBounds(cells, new EqualMassBins(levels));
    int most = mostBins(levels);
    if (rises(levels) && looseCellsArePure(cells)) {
      return bounds.looseCells(most);
    }
    BitSet unresolved = new BitSet();
    for (int bins : possibleBins(bounds, most)) {
      unresolved.or(bounds.looseCells(bins));
      unresolved.or(bounds.looseCells(bins + 1));
    }
    return unresolved;
  }

  /** The numbers of bins with which the sweep over rows may end, in ascending order. */
  private static List<Integer> possibleBins(EqualMassBounds bounds, int most) {
    List<Integer> possible = new ArrayList<>();
    EqualMassBounds.Rise next = EqualMassBounds.Rise.CERTAIN;
    for (int bins = 1; next != EqualMassBounds.Rise.IMPOSSIBLE && bins <= most; bins++) {
      next = bins < most ? bounds.rise(bins + 1) : EqualMassBounds.Rise.IMPOSSIBLE;
      if (next != EqualMassBounds.Rise.CERTAIN) {
        possible.add(bins);
      }
    }
    return possible;
  }

  /** Whether accuracy is the same all over every cell. */
  private static boolean looseCellsArePure(ConfidenceCells cells) {
    for (int i = 0; i < cells.size(); i++) {
      if (!cells.isTie(i) && cells.wrong(i) > 0 && cells.right(i) > 0) {
        return false;
      }
    }
    return true;
  }

  private static int mostBins(ConfidenceLevels levels) {
    return (int) Math.max(1, Math.min(MOST_BINS, Math.floor(levels.total())));
  }

  /** How many bins the sweep ends with; ties may leave fewer that hold a row. */
  public int bins(LabelledPredictions predictions) {
    ConfidenceLevels levels = predictions.confidenceLevels();
    return bins(levels, new EqualMassBins(levels));
  }

  private static int bins(ConfidenceLevels levels, EqualMassBins binned) {
    int most = mostBins(levels);
    // If single levels rise, every union of neighbours rises too.
    if (rises(levels)) {
      return most;
    }
    int bins = 1;
    while (bins < most && rises(levels, binned, bins + 1)) {
      bins++;
    }
    return bins;
  }

  private static boolean rises(ConfidenceLevels levels) {
    double last = 0;
    for (int i = 0; i < levels.size(); i++) {
      double accuracy = levels.correct(i) / levels.count(i);
      if (accuracy < last) {
        return false;
      }
      last = accuracy;
    }
    return true;
  }

  private static boolean rises(ConfidenceLevels levels, EqualMassBins binned, int bins) {
    double last = 1;
    int start = 0;
    for (int b = 0; b < bins; b++) {
      int end = binned.end(b, bins);
      if (end > start) {
        double error = binned.wrong(start, end) / binned.count(start, end);
        if (error > last) {
          return false;
        }
        if (error == 0) {
          // No error is below 0: the rest must have none. Keeps accurate samples fast.
          return binned.wrong(end, levels.size()) == 0;
        }
        last = error;
        start = end;
      }
    }
    return true;
  }
}

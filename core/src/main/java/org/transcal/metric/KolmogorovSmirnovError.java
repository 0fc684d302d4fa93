package org.transcal.metric;

import java.util.BitSet;

/**
 * Largest distance between cumulated confidence and cumulated correctness, rows sorted by
 * confidence: max_k |(1/n) Σ_{i ≤ k} (c_i − r_i)|. (Gupta et al. 2021.)
 *
 * <p>Deviation: looked at only where a tie ends, so that the order of rows does not matter.
 */
public record KolmogorovSmirnovError() implements ConfidenceMetric {
  @Override
  public String key() {
    return "ks";
  }

  @Override
  public String title() {
    return "KS calibration error (top label, at ends of ties)";
  }

  @Override
  public double measure(ConfidenceLevels levels) {
    double sum = 0;
    double largest = 0;
    for (int i = 0; i < levels.size(); i++) {
      sum += levels.gap(i);
      largest = Math.max(largest, Math.abs(sum));
    }
    return largest / levels.total();
  }

  /** Within a cell that is no tie the sum may go as far as its wrong or its right rows take it. */
  @Override
  public double errorBound(ConfidenceCells cells) {
    double sum = 0;
    double farthest = 0;
    for (int i = 0; i < cells.size(); i++) {
      farthest = Math.max(farthest, reach(cells, i, sum));
      sum += cells.over(i) - cells.under(i);
    }
    return Math.max(0, farthest - largest(cells)) / cells.total();
  }

  @Override
  public BitSet unresolved(ConfidenceCells cells) {
    BitSet unresolved = new BitSet();
    double largest = largest(cells);
    double sum = 0;
    for (int i = 0; i < cells.size(); i++) {
      unresolved.set(i, reach(cells, i, sum) > largest);
      sum += cells.over(i) - cells.under(i);
    }
    return unresolved;
  }

  /** How large the sum can get within a cell that starts with it. */
  private static double reach(ConfidenceCells cells, int cell, double sum) {
    return cells.isTie(cell) ? 0 : Math.max(sum + cells.over(cell), cells.under(cell) - sum);
  }

  private static double largest(ConfidenceCells cells) {
    double sum = 0;
    double largest = 0;
    for (int i = 0; i < cells.size(); i++) {
      sum += cells.over(i) - cells.under(i);
      largest = Math.max(largest, Math.abs(sum));
    }
    return largest;
  }
}

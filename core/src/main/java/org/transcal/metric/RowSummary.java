package org.transcal.metric;

/**
 * What was kept of rows for the metrics that need them in order of confidence.
 *
 * @param cells cells of confidence that were kept instead of rows; 0 where every row was kept
 * @param looseShare share of the rows whose order within their cell is lost; 0 where every cell is
 *     a tie, and the metrics are exact
 */
public record RowSummary(int cells, double looseShare) {
  /** Every row was kept. */
  public static final RowSummary NONE = new RowSummary(0, 0);

  /** Checks the ranges. */
  public RowSummary {
    if (cells < 0 || !(looseShare >= 0 && looseShare <= 1)) {
      throw new IllegalArgumentException(
          "Summary of " + cells + " cells with a share of " + looseShare + "; none is negative");
    }
  }

  /** Whether cells were kept instead of rows. */
  public boolean isUsed() {
    return cells > 0;
  }
}

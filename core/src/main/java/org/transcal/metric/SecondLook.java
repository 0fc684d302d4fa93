package org.transcal.metric;

import java.util.BitSet;

/**
 * Rows of a few chosen cells told apart further, when all rows stream by again.
 *
 * <p>Cost: a search among the chosen cells for each row; memory as of a {@link CellTable}.
 */
final class SecondLook {
  private final ConfidenceCells cells;
  private final BitSet chosen;
  private final double[] low;
  private final double[] high;
  private final CellTable table;

  SecondLook(ConfidenceCells cells, BitSet chosen, int mostCells) {
    this.cells = cells;
    this.chosen = chosen;
    this.low = chosen.stream().mapToDouble(cells::low).toArray();
    this.high = chosen.stream().mapToDouble(cells::high).toArray();
    this.table = new CellTable(mostCells);
  }

  void add(double confidence, double correctness, double frequency) {
    // The last chosen cell that starts at or before the confidence.
    int from = 0;
    int to = low.length;
    while (from < to) {
      int middle = from + to >>> 1;
      if (low[middle] <= confidence) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    if (from > 0 && confidence <= high[from - 1]) {
      table.add(confidence, correctness, frequency);
    }
  }

  /** The cells with the chosen ones told apart. */
  ConfidenceCells cells() {
    return cells.refined(chosen, table.cells());
  }
}

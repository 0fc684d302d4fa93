package org.transcal.labelling;

import java.util.Arrays;
import org.transcal.accuracy.AccuracyEstimators;
import org.transcal.matrix.Order;
import org.transcal.shift.PreparedTask;

/**
 * The target rows cut into strata by the estimated probability p that a row is predicted right.
 *
 * <p>Rows are sorted by p and cut where the sum of √(p(1 − p)) reaches equal shares. The best
 * (Neyman) allocation is then the same number of labels for each stratum. p(1 − p) counts as at
 * least {@value #LEAST_VARIANCE}, so that a model that is wrongly sure of itself is checked too: no
 * row is less than a third as likely to be drawn as another.
 *
 * @param ofRow the stratum of each target row
 * @param count number of strata
 */
record Strata(int[] ofRow, int count) {
  private static final double LEAST_VARIANCE = 0.03;

  /** The usual number of strata. */
  static final int USUAL = 10;

  /** Rows per stratum below which there are fewer strata: none is empty then. */
  private static final int FEWEST_ROWS = 5;

  /** The given number of strata, or fewer if there are few rows. */
  static Strata of(PreparedTask prepared, int wanted) {
    double[] right = prepared.deriveOnce(RowAccuracy.class, RowAccuracy::of).values;
    int count = Math.max(1, Math.min(wanted, right.length / FEWEST_ROWS));
    double[] deviation = new double[right.length];
    Arrays.setAll(deviation, i -> Math.sqrt(Math.max(LEAST_VARIANCE, right[i] * (1 - right[i]))));
    double total = Arrays.stream(deviation).sum();
    int[] ofRow = new int[right.length];
    double before = 0;
    for (int row : Order.ascending(right)) {
      double middle = before + deviation[row] / 2;
      ofRow[row] = Math.min(count - 1, (int) (middle / total * count));
      before += deviation[row];
    }
    return new Strata(ofRow, count);
  }

  /** Computed once per task. */
  private record RowAccuracy(double[] values) {
    static RowAccuracy of(PreparedTask prepared) {
      return new RowAccuracy(AccuracyEstimators.ofRows(prepared));
    }
  }
}

package org.transcal.spark.shift;

import java.io.Serializable;
import java.util.Arrays;
import org.transcal.matrix.Matrix;
import org.transcal.spark.rows.Split;

/**
 * How features are looked at: from the middle of each column, with known bounds around it, each
 * domain counted so that both count the same.
 */
final class DomainFrame implements Serializable {
  private static final long serialVersionUID = 1L;

  private final double[] center;
  private final double[] reach;
  private final double[] rows;
  private final double[] counts;

  private DomainFrame(double[] center, double[] reach, double[] rows) {
    this.center = center;
    this.reach = reach;
    this.rows = rows;
    double larger = Math.max(rows[0], rows[1]);
    this.counts = new double[] {larger / rows[0], larger / rows[1]};
  }

  /** Around a centre, of rows within [low, high]. */
  static DomainFrame around(
      double[] center, double[] low, double[] high, long sourceRows, long targetRows) {
    double[] reach = new double[center.length];
    // Rounded up: the difference itself may round down.
    Arrays.setAll(reach, j -> Math.nextUp(Math.max(high[j] - center[j], center[j] - low[j])));
    return new DomainFrame(center, reach, new double[] {sourceRows, targetRows});
  }

  /** Number of features, d. */
  int columns() {
    return center.length;
  }

  /** The domain of a split: 0 is the source, 1 the target. */
  static int domain(Split split) {
    return split == Split.TARGET ? 1 : 0;
  }

  /** Rows of a domain. */
  double rows(int domain) {
    return rows[domain];
  }

  /** How often each row of a domain counts. */
  double count(int domain) {
    return counts[domain];
  }

  /** Rows of both domains, as they count. */
  double total() {
    return rows[0] * counts[0] + rows[1] * counts[1];
  }

  /** No feature is farther than this from its centre. */
  double reach(int column) {
    return reach[column];
  }

  double center(int column) {
    return center[column];
  }

  /** Writes a row minus the centre. */
  void center(Matrix features, int row, double[] target) {
    features.copyRow(row, target);
    for (int j = 0; j < center.length; j++) {
      target[j] -= center[j];
    }
  }
}

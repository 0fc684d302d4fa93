package org.transcal.spark.shift;

import java.io.Serializable;
import java.util.Arrays;
import org.transcal.spark.rows.RowStatistics;
import org.transcal.spark.rows.Split;

/**
 * The variables of the domain classifier: features minus a center, within known bounds, and a
 * constant 1 for the intercept. The smaller domain counts n_larger / n_smaller times.
 */
final class CenteredFeatures implements Serializable {
  private static final long serialVersionUID = 1L;

  private final double[] center;
  private final double[] bounds;
  private final double[] rows;

  CenteredFeatures(double[] center, RowStatistics statistics) {
    this.center = center;
    double[] low = statistics.low();
    double[] high = statistics.high();
    bounds = new double[center.length + 1];
    Arrays.fill(bounds, 1);
    for (int j = 0; j < center.length; j++) {
      // Rounded up: the difference itself may round down.
      bounds[j] = Math.nextUp(Math.max(high[j] - center[j], center[j] - low[j]));
    }
    rows = new double[] {statistics.rows(Split.SOURCE_TRAIN), statistics.rows(Split.TARGET)};
  }

  /** Number of variables, d + 1. */
  int variables() {
    return bounds.length;
  }

  /** The largest absolute value of each variable. */
  double[] bounds() {
    return bounds.clone();
  }

  /** The largest absolute value of the inner product of a row with a vector. */
  double bound(double[] vector) {
    double bound = 0;
    for (int j = 0; j < bounds.length; j++) {
      bound += Math.abs(vector[j]) * bounds[j];
    }
    // Rounding of this sum and of the product itself.
    return 1.001 * bound;
  }

  /** Number of rows of a domain: 0 is the source, 1 the target. */
  double rows(int domain) {
    return rows[domain];
  }

  /** How often each row of a domain counts. */
  double count(int domain) {
    return Math.max(rows[0], rows[1]) / rows[domain];
  }

  /** Rows of both domains, each counted. */
  double total() {
    return 2 * Math.max(rows[0], rows[1]);
  }

  /** Writes the variables of a row of features into an array, starting at {@code from}. */
  void center(double[] row, double[] target, int from) {
    for (int j = 0; j < center.length; j++) {
      target[from + j] = row[j] - center[j];
    }
    target[from + center.length] = 1;
  }
}

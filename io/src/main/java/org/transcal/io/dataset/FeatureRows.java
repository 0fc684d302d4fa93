package org.transcal.io.dataset;

import org.transcal.matrix.Matrix;

/** Features of a data set, one row per example. */
public sealed interface FeatureRows permits FeatureRows.Dense, SparseRows {
  /** Number of rows. */
  int rows();

  /** Number of columns. */
  int columns();

  /** Writes one row, zeros too, into the first {@link #columns()} elements of the target. */
  void copyRow(int row, double[] target);

  /** Every value kept. */
  record Dense(Matrix values) implements FeatureRows {
    @Override
    public int rows() {
      return values.rows();
    }

    @Override
    public int columns() {
      return values.columns();
    }

    @Override
    public void copyRow(int row, double[] target) {
      values.copyRow(row, target);
    }
  }
}

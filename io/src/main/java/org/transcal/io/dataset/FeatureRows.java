package org.transcal.io.dataset;

import org.transcal.matrix.Matrix;

/** Features of a data set, one row per example. */
public sealed interface FeatureRows permits FeatureRows.Dense, FeatureRows.Images, SparseRows {
  /** Number of rows. */
  int rows();

  /** Number of columns. */
  int columns();

  /** Writes one row, zeros too, into the first {@link #columns()} elements of the target. */
  void copyRow(int row, double[] target);

  /** Rows with every value kept; {@code where} names them if a value is not usable. */
  static FeatureRows dense(String where, Matrix values) {
    DataSet.requireUsable(where, values);
    return new Dense(values);
  }

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

  /**
   * Images, each of them a row: channel after channel, line after line.
   *
   * @param values one row per image
   * @param shape of every image
   */
  record Images(Matrix values, ImageShape shape) implements FeatureRows {
    public Images {
      if (values.columns() != shape.size()) {
        throw new IllegalArgumentException(
            "Rows have "
                + values.columns()
                + " values; images of "
                + shape
                + " need "
                + shape.size());
      }
    }

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

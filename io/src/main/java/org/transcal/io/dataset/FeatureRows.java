package org.transcal.io.dataset;

import org.transcal.matrix.Matrix;

/** Features of a data set, one row per example. */
public sealed interface FeatureRows permits FeatureRows.Dense, FeatureRows.Images, SparseRows {
  /** Number of rows. */
  int rows();

  /** Number of columns. */
  int columns();

  /** Copies one row, including zeros, into the first {@link #columns()} elements of the target. */
  void copyRow(int row, double[] target);

  /** Dense rows; {@code where} names them in the error for an unusable value. */
  static FeatureRows dense(String where, Matrix values) {
    DataSet.requireUsable(where, values);
    return new Dense(values);
  }

  /** Rows with all values stored. */
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
   * Images, one per row: channel by channel, line by line.
   *
   * @param values one row per image
   * @param shape the shape of every image
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

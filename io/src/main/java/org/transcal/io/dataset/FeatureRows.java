package org.transcal.io.dataset;

import org.transcal.matrix.Matrix;

/** Features of a data set, one row per example. */
public sealed interface FeatureRows permits FeatureRows.Stored, SparseRows {
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
  sealed interface Stored extends FeatureRows {
    /** One row per example. */
    Matrix values();

    @Override
    default int rows() {
      return values().rows();
    }

    @Override
    default int columns() {
      return values().columns();
    }

    @Override
    default void copyRow(int row, double[] target) {
      values().copyRow(row, target);
    }
  }

  /**
   * Rows without a shape.
   *
   * @param values one row per example
   */
  record Dense(Matrix values) implements Stored {}

  /**
   * Images, one per row: channel by channel, line by line.
   *
   * @param values one row per image
   * @param shape the shape of every image
   */
  record Images(Matrix values, ImageShape shape) implements Stored {
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
  }
}

package org.transcal.io.dataset;

import java.util.Arrays;
import org.transcal.io.file.InputException;
import org.transcal.task.DomainFeatures;

/**
 * Rows stored by their non-zero values (CSR): those of row i are at positions {@link #start
 * start(i)} to {@code start(i + 1)}, by increasing column.
 */
public final class SparseRows implements FeatureRows {
  private final int columns;
  private final double[] values;
  private final int[] indices;
  private final int[] starts;

  /** Shares the arrays; {@code where} names the data in messages. */
  SparseRows(String where, int columns, double[] values, int[] indices, int[] starts) {
    if (starts.length == 0 || starts[0] != 0 || starts[starts.length - 1] != values.length) {
      throw InputException.in(
          where, "indptr must start at 0 and end at %d, the length of data", values.length);
    }
    if (indices.length != values.length) {
      throw InputException.in(
          where, "indices has %s values where data has %s", indices.length, values.length);
    }
    for (int row = 0; row + 1 < starts.length; row++) {
      requireRow(where, row, columns, values, indices, starts);
    }
    this.columns = columns;
    this.values = values;
    this.indices = indices;
    this.starts = starts;
  }

  private static void requireRow(
      String where, int row, int columns, double[] values, int[] indices, int[] starts) {
    if (starts[row + 1] < starts[row] || starts[row + 1] > values.length) {
      throw InputException.in(
          where, "indptr falls after row %d or runs past data; it must not", row);
    }
    int before = -1;
    for (int at = starts[row]; at < starts[row + 1]; at++) {
      if (indices[at] <= before || indices[at] >= columns) {
        throw InputException.in(
            where,
            "column index %s of row %s is out of place; indices must increase within a row and"
                + " be in 0 … %s",
            indices[at],
            row,
            columns - 1);
      }
      if (!(Math.abs(values[at]) <= DomainFeatures.LARGEST)) {
        throw InputException.in(
            where,
            "feature at row %s, column %s is %s; features must be finite, within ±%s",
            row,
            indices[at],
            values[at],
            DomainFeatures.LARGEST);
      }
      before = indices[at];
    }
  }

  @Override
  public int rows() {
    return starts.length - 1;
  }

  @Override
  public int columns() {
    return columns;
  }

  /** Number of stored values. */
  public int size() {
    return values.length;
  }

  /** Position of a row's first value; {@link #size()} for the row after the last. */
  public int start(int row) {
    return starts[row];
  }

  /** Column of the value at a position. */
  public int column(int position) {
    return indices[position];
  }

  /** Value at a position. */
  public double value(int position) {
    return values[position];
  }

  @Override
  public void copyRow(int row, double[] target) {
    Arrays.fill(target, 0, columns, 0);
    for (int at = starts[row]; at < starts[row + 1]; at++) {
      target[indices[at]] = values[at];
    }
  }
}

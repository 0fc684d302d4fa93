package org.transcal.adapt.data;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.Arrays;

/** Some rows in a row of others, numbered from 0 on. */
public final class RowRange implements InputRows {
  private final InputRows all;
  private final int from;
  private final int to;

  /** Rows {@code from} (inclusive) to {@code to} (exclusive). */
  public RowRange(InputRows all, int from, int to) {
    if (from < 0 || to < from || to > all.rows()) {
      throw new IllegalArgumentException(
          "Rows " + from + " to " + to + " are not among " + all.rows());
    }
    this.all = all;
    this.from = from;
    this.to = to;
  }

  @Override
  public int rows() {
    return to - from;
  }

  @Override
  public int columns() {
    return all.columns();
  }

  @Override
  public NDArray batch(NDManager manager, int[] rows) {
    return all.batch(manager, moved(rows));
  }

  @Override
  public NDArray mixed(NDManager manager, int[] rows, int[] partners, double share) {
    return all.mixed(manager, moved(rows), moved(partners), share);
  }

  private int[] moved(int[] rows) {
    return Arrays.stream(rows).map(row -> row + from).toArray();
  }
}

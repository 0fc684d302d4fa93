package org.transcal.adapt.data;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import org.transcal.adapt.tensor.Constants;

/** Rows of which only the non-zero values are kept (CSR), in batches too. */
final class SparseInputs implements InputRows {
  private final float[] values;
  private final int[] indices;
  private final int[] starts;
  private final int columns;

  /** Shares the arrays; values of row i stand at {@code starts[i]} to {@code starts[i + 1]}. */
  SparseInputs(float[] values, int[] indices, int[] starts, int columns) {
    this.values = values;
    this.indices = indices;
    this.starts = starts;
    this.columns = columns;
  }

  @Override
  public int rows() {
    return starts.length - 1;
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public NDArray batch(NDManager manager, int[] chosen) {
    Batch batch = new Batch(count(chosen));
    for (int i = 0; i < chosen.length; i++) {
      batch.add(i, chosen[i], 1);
    }
    return batch.toArray(manager, chosen.length);
  }

  @Override
  public NDArray mixed(NDManager manager, int[] chosen, int[] partners, double share) {
    Batch batch = new Batch(count(chosen) + count(partners));
    for (int i = 0; i < chosen.length; i++) {
      // Where both have a value the two stand at the same place and add up.
      batch.add(i, chosen[i], share);
      batch.add(i, partners[i], 1 - share);
    }
    return batch.toArray(manager, chosen.length);
  }

  private int count(int[] chosen) {
    int count = 0;
    for (int row : chosen) {
      count += starts[row + 1] - starts[row];
    }
    return count;
  }

  private final class Batch {
    private final float[] some;
    private final long[] places;
    private int size;

    Batch(int count) {
      some = new float[count];
      places = new long[2 * count];
    }

    void add(int row, int from, double factor) {
      for (int at = starts[from]; at < starts[from + 1]; at++) {
        some[size] = (float) (factor * values[at]);
        places[size] = row;
        places[some.length + size] = indices[at];
        size++;
      }
    }

    NDArray toArray(NDManager manager, int rows) {
      return some.length == 0
          ? Constants.matrix(manager, new float[rows * columns], rows, columns)
          : Constants.sparse(manager, some, places, rows, columns);
    }
  }
}

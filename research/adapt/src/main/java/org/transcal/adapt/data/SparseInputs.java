package org.transcal.adapt.data;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import org.transcal.adapt.tensor.Constants;

/**
 * Rows stored by their non-zero values (CSR), in batches too; those of row i are at {@code
 * starts[i]} to {@code starts[i + 1]}.
 */
record SparseInputs(float[] values, int[] indices, int[] starts, int columns) implements InputRows {
  @Override
  public int rows() {
    return starts.length - 1;
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
      // Values at the same position add up.
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
    private final float[] entries;
    private final long[] positions;
    private int size;

    Batch(int count) {
      entries = new float[count];
      positions = new long[2 * count];
    }

    void add(int row, int from, double factor) {
      for (int at = starts[from]; at < starts[from + 1]; at++) {
        entries[size] = (float) (factor * values[at]);
        positions[size] = row;
        positions[entries.length + size] = indices[at];
        size++;
      }
    }

    NDArray toArray(NDManager manager, int rows) {
      return entries.length == 0
          ? Constants.matrix(manager, new float[rows * columns], rows, columns)
          : Constants.sparse(manager, entries, positions, rows, columns);
    }
  }
}

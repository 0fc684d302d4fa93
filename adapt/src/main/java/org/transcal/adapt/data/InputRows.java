package org.transcal.adapt.data;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.Arrays;

/** Prepared rows, dense or sparse, from which batches are made. */
public interface InputRows {
  int rows();

  int columns();

  /** Given rows as one array of the engine, in the given order. */
  NDArray batch(NDManager manager, int[] rows);

  /** For each given row, {@code share · row + (1 − share) · partner}. */
  NDArray mixed(NDManager manager, int[] rows, int[] partners, double share);

  /** Rows {@code from} (inclusive) to {@code to} (exclusive), numbered from 0. */
  default InputRows range(int from, int to) {
    InputRows all = this;
    return new InputRows() {
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
        return all.batch(manager, shifted(rows));
      }

      @Override
      public NDArray mixed(NDManager manager, int[] rows, int[] partners, double share) {
        return all.mixed(manager, shifted(rows), shifted(partners), share);
      }

      private int[] shifted(int[] rows) {
        return Arrays.stream(rows).map(row -> row + from).toArray();
      }
    };
  }
}

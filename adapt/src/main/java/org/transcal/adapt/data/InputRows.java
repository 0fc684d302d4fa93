package org.transcal.adapt.data;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;

/** Prepared rows, dense or sparse, from which batches are made. */
public interface InputRows {
  int rows();

  int columns();

  /** Given rows as one array of the engine, in the given order. */
  NDArray batch(NDManager manager, int[] rows);

  /** For each given row, {@code share · row + (1 − share) · partner}. */
  NDArray mixed(NDManager manager, int[] rows, int[] partners, double share);
}

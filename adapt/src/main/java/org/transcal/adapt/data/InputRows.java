package org.transcal.adapt.data;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;

/** Prepared rows, kept as compactly as they came until a batch of them is needed. */
public interface InputRows {
  /** Number of rows. */
  int rows();

  /** Number of columns. */
  int columns();

  /** Some rows as one array of the engine, in the given order. */
  NDArray batch(NDManager manager, int[] rows);

  /** For each of some rows, {@code share · row + (1 − share) · partner}. */
  NDArray mixed(NDManager manager, int[] rows, int[] partners, double share);
}

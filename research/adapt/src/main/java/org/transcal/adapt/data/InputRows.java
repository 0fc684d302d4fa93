package org.transcal.adapt.data;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.Optional;
import org.transcal.io.dataset.ImageShape;

/** Prepared rows, dense or sparse, from which batches are made. */
public interface InputRows {
  int rows();

  int columns();

  /** The shape of each row if rows are images. */
  default Optional<ImageShape> image() {
    return Optional.empty();
  }

  /** Given rows as one array of the engine, in the given order. */
  NDArray batch(NDManager manager, int[] rows);

  /** For each given row, {@code share · row + (1 − share) · partner}. */
  NDArray mixed(NDManager manager, int[] rows, int[] partners, double share);
}

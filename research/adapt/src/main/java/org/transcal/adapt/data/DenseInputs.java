package org.transcal.adapt.data;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.Optional;
import org.transcal.adapt.tensor.Constants;
import org.transcal.io.dataset.ImageShape;

/** Rows stored with all their values. */
record DenseInputs(float[] values, int rows, int columns, Optional<ImageShape> image)
    implements InputRows {
  @Override
  public NDArray batch(NDManager manager, int[] chosen) {
    float[] batch = new float[chosen.length * columns];
    for (int i = 0; i < chosen.length; i++) {
      System.arraycopy(values, chosen[i] * columns, batch, i * columns, columns);
    }
    return Constants.matrix(manager, batch, chosen.length, columns);
  }

  @Override
  public NDArray mixed(NDManager manager, int[] chosen, int[] partners, double share) {
    float[] batch = new float[chosen.length * columns];
    for (int i = 0; i < chosen.length; i++) {
      int at = chosen[i] * columns;
      int with = partners[i] * columns;
      for (int j = 0; j < columns; j++) {
        batch[i * columns + j] = (float) (share * values[at + j] + (1 - share) * values[with + j]);
      }
    }
    return Constants.matrix(manager, batch, chosen.length, columns);
  }
}

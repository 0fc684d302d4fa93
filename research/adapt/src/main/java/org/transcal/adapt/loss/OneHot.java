package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import org.transcal.adapt.tensor.Constants;

/** One-hot encoding. */
public final class OneHot {
  private OneHot() {}

  public static NDArray of(NDManager manager, int[] labels, int classes) {
    float[] values = new float[labels.length * classes];
    for (int i = 0; i < labels.length; i++) {
      values[i * classes + labels[i]] = 1;
    }
    return Constants.matrix(manager, values, labels.length, classes);
  }

  /** The class with the largest score in each row, the first on ties; no gradient. */
  public static NDArray ofLargest(NDArray scores) {
    int rows = Math.toIntExact(scores.getShape().get(0));
    int classes = Math.toIntExact(scores.getShape().get(1));
    float[] values = scores.toType(DataType.FLOAT32, false).toFloatArray();
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      for (int k = 1; k < classes; k++) {
        if (values[i * classes + k] > values[i * classes + labels[i]]) {
          labels[i] = k;
        }
      }
    }
    return of(scores.getManager(), labels, classes).toType(scores.getDataType(), false);
  }
}

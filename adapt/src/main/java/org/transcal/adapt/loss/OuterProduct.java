package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;

/** Every product of a row of one matrix with the same row of another. */
public final class OuterProduct {
  private OuterProduct() {}

  /** Rows {@code (a_1 b_1, a_1 b_2, …, a_K b_d)}. */
  public static NDArray of(NDArray a, NDArray b) {
    long rows = a.getShape().get(0);
    long width = a.getShape().get(1) * b.getShape().get(1);
    return a.expandDims(2).mul(b.expandDims(1)).reshape(new Shape(rows, width));
  }
}

package org.transcal.adapt.model;

import java.util.List;

/**
 * A tensor in single precision.
 *
 * @param shape sizes of the dimensions, the last one contiguous
 * @param values row by row; shared
 */
record Tensor(List<Integer> shape, float[] values) {
  Tensor {
    shape = List.copyOf(shape);
    long count = 1;
    for (int size : shape) {
      count = Math.multiplyExact(count, (long) size);
    }
    if (count != values.length) {
      throw new IllegalArgumentException(
          "Tensor of shape " + shape + " has " + values.length + " values");
    }
  }

  static Tensor vector(float[] values) {
    return new Tensor(List.of(values.length), values);
  }
}

package org.transcal.adapt.model;

import java.util.List;

/**
 * Named numbers of a shape.
 *
 * @param shape sizes, the last one contiguous
 * @param values as many as the shape says; shared
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

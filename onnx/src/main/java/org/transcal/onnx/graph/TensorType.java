package org.transcal.onnx.graph;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Element type and dimensions of a tensor whose rank is known.
 *
 * @param elements the type of its elements
 * @param shape its dimensions
 */
public record TensorType(ElementType elements, List<Dimension> shape) {
  public TensorType {
    shape = List.copyOf(shape);
  }

  public int rank() {
    return shape.size();
  }

  @Override
  public String toString() {
    return elements
        + shape.stream().map(Dimension::toString).collect(Collectors.joining("×", " ", ""));
  }
}

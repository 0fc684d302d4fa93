package org.transcal.onnx.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.onnx.wire.FieldCursor;

/**
 * A tensor's name and type as the file declares them.
 *
 * @param name the tensor's name
 * @param kind whether it is a tensor
 * @param type its type, if rank and elements are declared
 */
public record ValueInfo(String name, Kind kind, Optional<TensorType> type) {
  private static final int DENOTATION = 6;

  public enum Kind {
    TENSOR,
    /** A sequence, a map or an optional value. */
    OTHER,
    /** Not declared. */
    UNKNOWN
  }

  static ValueInfo read(FieldCursor info) {
    String name = "";
    Kind kind = Kind.UNKNOWN;
    Optional<TensorType> type = Optional.empty();
    while (info.next()) {
      if (info.number() == 1) {
        name = info.text();
      } else if (info.number() == 2) {
        FieldCursor declared = info.message();
        while (declared.next()) {
          if (declared.number() == 1) {
            kind = Kind.TENSOR;
            type = tensor(declared.message());
          } else if (declared.number() != DENOTATION) {
            kind = Kind.OTHER;
            type = Optional.empty();
          }
        }
      }
    }
    return new ValueInfo(name, kind, type);
  }

  private static Optional<TensorType> tensor(FieldCursor tensor) {
    ElementType elements = ElementType.OTHER;
    Optional<List<Dimension>> shape = Optional.empty();
    while (tensor.next()) {
      if (tensor.number() == 1) {
        elements = ElementType.of(tensor.integer());
      } else if (tensor.number() == 2) {
        shape = Optional.of(dimensions(tensor.message()));
      }
    }
    return elements == ElementType.OTHER || shape.isEmpty()
        ? Optional.empty()
        : Optional.of(new TensorType(elements, shape.get()));
  }

  private static List<Dimension> dimensions(FieldCursor shape) {
    List<Dimension> dimensions = new ArrayList<>();
    while (shape.next()) {
      if (shape.number() == 1) {
        // Some exporters write 0 or −1 for a size that is not fixed.
        long size = shape.message().lastInteger(1);
        dimensions.add(
            size > 0 ? Dimension.of(size) : new Dimension(-1, shape.message().lastText(2)));
      }
    }
    return dimensions;
  }
}

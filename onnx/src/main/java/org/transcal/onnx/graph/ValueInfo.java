package org.transcal.onnx.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.onnx.wire.FieldCursor;

/** A tensor's name and what the file says about its type. */
public final class ValueInfo {
  private static final int MOST_DIMENSIONS = 64;

  /** What kind of value it is. */
  public enum Kind {
    /** A tensor. */
    TENSOR,
    /** A sequence, a map, an optional value: no tensor. */
    OTHER,
    /** The file does not say. */
    UNKNOWN
  }

  private final String name;
  private final Kind kind;
  private final ElementType elements;
  private final Optional<List<Dimension>> shape;

  private ValueInfo(String name, Kind kind, ElementType elements, Optional<List<Dimension>> shape) {
    this.name = name;
    this.kind = kind;
    this.elements = elements;
    this.shape = shape;
  }

  static ValueInfo read(FieldCursor info) {
    ValueInfo read = new ValueInfo("", Kind.UNKNOWN, ElementType.OTHER, Optional.empty());
    while (info.next()) {
      if (info.number() == 1) {
        read = new ValueInfo(info.text(), read.kind, read.elements, read.shape);
      } else if (info.number() == 2) {
        read = read.withType(info.message());
      }
    }
    return read;
  }

  private ValueInfo withType(FieldCursor type) {
    ValueInfo read = this;
    while (type.next()) {
      if (type.number() == 1) {
        read = read.withTensor(type.message());
      } else if (type.number() != 6) {
        read = new ValueInfo(name, Kind.OTHER, ElementType.OTHER, Optional.empty());
      }
    }
    return read;
  }

  private ValueInfo withTensor(FieldCursor tensor) {
    ElementType type = ElementType.OTHER;
    Optional<List<Dimension>> dimensions = Optional.empty();
    while (tensor.next()) {
      if (tensor.number() == 1) {
        type = ElementType.of(tensor.integer());
      } else if (tensor.number() == 2) {
        dimensions = Optional.of(dimensions(tensor.message()));
      }
    }
    return new ValueInfo(name, Kind.TENSOR, type, dimensions);
  }

  private static List<Dimension> dimensions(FieldCursor shape) {
    List<Dimension> dimensions = new ArrayList<>();
    while (shape.next()) {
      if (shape.number() == 1) {
        if (dimensions.size() == MOST_DIMENSIONS) {
          throw shape.damaged("a tensor has more than " + MOST_DIMENSIONS + " dimensions");
        }
        dimensions.add(dimension(shape.message()));
      }
    }
    return dimensions;
  }

  private static Dimension dimension(FieldCursor dimension) {
    Dimension read = Dimension.UNKNOWN;
    while (dimension.next()) {
      if (dimension.number() == 1) {
        // Some exporters write 0 or −1 for a length that is not fixed.
        long size = dimension.integer();
        read = size > 0 ? Dimension.of(size) : Dimension.UNKNOWN;
      } else if (dimension.number() == 2) {
        read = new Dimension(-1, dimension.text());
      }
    }
    return read;
  }

  /** The tensor's name. */
  public String name() {
    return name;
  }

  /** Whether it is a tensor, as far as the file says. */
  public Kind kind() {
    return kind;
  }

  /** Its type, where the file tells rank and elements. */
  public Optional<TensorType> type() {
    return elements == ElementType.OTHER
        ? Optional.empty()
        : shape.map(dimensions -> new TensorType(elements, dimensions));
  }
}

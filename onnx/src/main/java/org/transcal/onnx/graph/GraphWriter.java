package org.transcal.onnx.graph;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import org.transcal.onnx.wire.MessageWriter;

/** Writes fields of a graph: nodes, constants, inputs and outputs. */
public final class GraphWriter {
  private static final int INTEGER = 2;
  private static final int TENSOR = 4;
  private static final int INTEGERS = 7;

  private final MessageWriter graph = new MessageWriter();

  /** Starts without fields. */
  public GraphWriter() {}

  /** An attribute of a node: a name with an integer, a list of integers or a tensor. */
  public static final class Attribute {
    private final Consumer<MessageWriter> content;

    private Attribute(String name, int type, Consumer<MessageWriter> value) {
      content = message -> value.accept(message.text(1, name).integer(20, type));
    }

    public static Attribute of(String name, long value) {
      return new Attribute(name, INTEGER, message -> message.integer(3, value));
    }

    public static Attribute list(String name, long... values) {
      return new Attribute(
          name,
          INTEGERS,
          message -> {
            for (long value : values) {
              message.integer(8, value);
            }
          });
    }
  }

  /** Adds a node named after its output. */
  public GraphWriter node(
      String operator, List<String> inputs, String output, Attribute... attributes) {
    graph.message(
        1,
        node -> {
          inputs.forEach(input -> node.text(1, input));
          node.text(2, output).text(3, output).text(4, operator);
          for (Attribute attribute : attributes) {
            node.message(5, attribute.content);
          }
        });
    return this;
  }

  /** Adds a constant as a node, which old files may hold without declaring an input. */
  public GraphWriter constantNode(String name, ElementType type, double[] values, long... shape) {
    Attribute value =
        new Attribute("value", TENSOR, a -> a.message(5, t -> tensor(t, type, values, shape)));
    return node("Constant", List.of(), name, value);
  }

  /** Adds a constant as an initializer. */
  public GraphWriter initializer(String name, ElementType type, double[] values, long... shape) {
    graph.message(5, tensor -> tensor(tensor.text(8, name), type, values, shape));
    return this;
  }

  private static void tensor(
      MessageWriter tensor, ElementType type, double[] values, long[] shape) {
    int bytes = type == ElementType.FLOAT ? Float.BYTES : Double.BYTES;
    ByteBuffer raw =
        ByteBuffer.allocate(Math.multiplyExact(values.length, bytes))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      switch (type) {
        case FLOAT -> raw.putFloat((float) value);
        case DOUBLE -> raw.putDouble(value);
        default -> raw.putLong((long) value);
      }
    }
    for (long size : shape) {
      tensor.integer(1, size);
    }
    tensor.integer(2, type.code()).bytes(9, raw.array());
  }

  public GraphWriter input(String name, TensorType type) {
    return value(11, name, type);
  }

  public GraphWriter output(String name, TensorType type) {
    return value(12, name, type);
  }

  /** Adds an output whose type the runtime infers. */
  public GraphWriter output(String name) {
    graph.message(12, info -> info.text(1, name));
    return this;
  }

  private GraphWriter value(int field, String name, TensorType type) {
    MessageWriter shape = new MessageWriter();
    for (Dimension size : type.shape()) {
      shape.message(
          1,
          dimension -> {
            if (size.isFixed()) {
              dimension.integer(1, size.size());
            } else if (!size.symbol().isEmpty()) {
              dimension.text(2, size.symbol());
            }
          });
    }
    MessageWriter tensor =
        new MessageWriter().integer(1, type.elements().code()).bytes(2, shape.toBytes());
    graph.message(
        field, info -> info.text(1, name).message(2, kind -> kind.bytes(1, tensor.toBytes())));
    return this;
  }

  public byte[] toBytes() {
    return graph.toBytes();
  }

  /** A model of which this is the graph, after fields written elsewhere. */
  public byte[] toModel(String name, long opset, byte[] before) {
    return new MessageWriter()
        .integer(1, 7)
        .text(2, "transcal")
        .message(7, fields -> fields.fields(before).text(2, name).fields(toBytes()))
        .message(8, version -> version.text(1, "").integer(2, opset))
        .toBytes();
  }
}

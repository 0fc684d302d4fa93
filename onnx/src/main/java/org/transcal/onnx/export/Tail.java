package org.transcal.onnx.export;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Predicate;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.wire.MessageWriter;

/**
 * Nodes to append to a graph, in the form that its operator set wants. Names are those that the
 * graph does not use.
 *
 * <p>Constants are nodes, not initializers: those of old files must be inputs as well.
 */
final class Tail {
  private static final int NODE = 1;
  private static final int ATTRIBUTE_FLOATS_OF_TENSOR = 4;
  private static final int ATTRIBUTE_INTEGER = 2;
  private static final int ATTRIBUTE_INTEGERS = 7;

  /** Since when the axes of a sum are an input and no attribute. */
  private static final int SUM_AXES_INPUT = 13;

  /** Since when the axes of a maximum are. */
  private static final int MAX_AXES_INPUT = 18;

  /** Whether a reduced dimension stays, with length 1. */
  enum Reduced {
    STAYS,
    GOES
  }

  /** An integer attribute of a node. */
  record Attribute(String name, long value) {}

  private final long opset;
  private final ElementType arithmetic;
  private final Predicate<String> taken;
  private final MessageWriter nodes = new MessageWriter();
  private int count;

  Tail(long opset, ElementType arithmetic, Predicate<String> taken) {
    this.opset = opset;
    this.arithmetic = arithmetic;
    this.taken = taken;
  }

  /** Fields to append to the graph. */
  byte[] toBytes() {
    return nodes.toBytes();
  }

  /** Adds a node; the name of what it makes. */
  String add(String operator, List<String> inputs, Attribute... attributes) {
    String name = freshName(operator);
    addAs(name, operator, inputs, attributes);
    return name;
  }

  /** Adds a node that makes a tensor of the given name. */
  void addAs(String output, String operator, List<String> inputs, Attribute... attributes) {
    nodes.message(
        NODE,
        node -> {
          inputs.forEach(input -> node.text(1, input));
          node.text(2, output).text(3, output).text(4, operator);
          for (Attribute attribute : attributes) {
            node.message(5, a -> integer(a, attribute));
          }
        });
  }

  private static void integer(MessageWriter message, Attribute attribute) {
    message.text(1, attribute.name).integer(3, attribute.value).integer(20, ATTRIBUTE_INTEGER);
  }

  /** Converts to a type. */
  String cast(String input, ElementType to) {
    return add("Cast", List.of(input), new Attribute("to", to.code()));
  }

  /** Reduces one dimension. */
  String reduce(String operator, String input, int axis, Reduced dimension) {
    String name = freshName(operator);
    reduceAs(name, operator, input, axis, dimension);
    return name;
  }

  /** Reduces one dimension to a tensor of the given name. */
  void reduceAs(String output, String operator, String input, int axis, Reduced dimension) {
    Attribute keep = new Attribute("keepdims", dimension == Reduced.STAYS ? 1 : 0);
    if (opset >= (operator.equals("ReduceSum") ? SUM_AXES_INPUT : MAX_AXES_INPUT)) {
      addAs(output, operator, List.of(input, integers(axis)), keep);
      return;
    }
    nodes.message(
        NODE,
        node ->
            node.text(1, input)
                .text(2, output)
                .text(3, output)
                .text(4, operator)
                .message(5, a -> integer(a, keep))
                .message(
                    5, a -> a.text(1, "axes").integer(8, axis).integer(20, ATTRIBUTE_INTEGERS)));
  }

  /** A dimension of length 1 more, at the end of a tensor of rank 2. */
  String unsqueezeLast(String input) {
    // Zero keeps a length: what a reshape means in every operator set.
    return add("Reshape", List.of(input, integers(0, 0, 1)));
  }

  /** A constant of the type that is calculated in. */
  String constant(double[] values, long... shape) {
    boolean single = arithmetic == ElementType.FLOAT;
    ByteBuffer raw =
        ByteBuffer.allocate(Math.multiplyExact(values.length, single ? 4 : 8))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      if (single) {
        raw.putFloat((float) value);
      } else {
        raw.putDouble(value);
      }
    }
    return constant(arithmetic, raw, shape);
  }

  /** A single number of the type that is calculated in, of rank 0. */
  String scalar(double value) {
    return constant(new double[] {value});
  }

  /** A constant list of integers. */
  String integers(long... values) {
    ByteBuffer raw = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    raw.asLongBuffer().put(values);
    return constant(ElementType.INT64, raw, values.length);
  }

  private String constant(ElementType type, ByteBuffer raw, long... shape) {
    String name = freshName("Constant");
    nodes.message(
        NODE,
        node ->
            node.text(2, name)
                .text(3, name)
                .text(4, "Constant")
                .message(
                    5,
                    attribute ->
                        attribute
                            .text(1, "value")
                            .message(5, tensor -> tensor(tensor, type, raw.array(), shape))
                            .integer(20, ATTRIBUTE_FLOATS_OF_TENSOR)));
    return name;
  }

  private static void tensor(MessageWriter tensor, ElementType type, byte[] raw, long[] shape) {
    for (long size : shape) {
      tensor.integer(1, size);
    }
    tensor.integer(2, type.code()).bytes(9, raw);
  }

  private String freshName(String operator) {
    String name;
    do {
      name = "transcal/" + operator + "_" + count++;
    } while (taken.test(name));
    return name;
  }

  /** What the graph's operator set is. */
  long opset() {
    return opset;
  }

  /** The type that is calculated in. */
  ElementType arithmetic() {
    return arithmetic;
  }
}

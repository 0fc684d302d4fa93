package org.transcal.onnx.export;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.graph.GraphWriter;
import org.transcal.onnx.graph.GraphWriter.Attribute;

/** Nodes to append to a graph, in the form of its operator set and with names it does not use. */
final class AppendedNodes {
  /** Operator set since which the axes of a sum are an input instead of an attribute. */
  private static final int SUM_AXES_INPUT = 13;

  /** The same for the axes of a maximum. */
  private static final int MAX_AXES_INPUT = 18;

  /** Whether a reduced dimension is kept with length 1. */
  enum Reduced {
    KEPT,
    REMOVED
  }

  private final long opset;
  private final ElementType arithmetic;
  private final Predicate<String> taken;
  private final GraphWriter nodes = new GraphWriter();
  private int count;

  AppendedNodes(long opset, ElementType arithmetic, Predicate<String> taken) {
    this.opset = opset;
    this.arithmetic = arithmetic;
    this.taken = taken;
  }

  long opset() {
    return opset;
  }

  /** The type of the computation. */
  ElementType arithmetic() {
    return arithmetic;
  }

  byte[] toBytes() {
    return nodes.toBytes();
  }

  /** Adds a node; returns the name of its output. */
  String add(String operator, String... inputs) {
    return add(operator, List.of(inputs));
  }

  /** Adds a node with attributes; returns the name of its output. */
  String add(String operator, List<String> inputs, Attribute... attributes) {
    String name = freshName(operator);
    nodes.node(operator, inputs, name, attributes);
    return name;
  }

  String cast(String input, ElementType to) {
    return add("Cast", List.of(input), Attribute.of("to", to.code()));
  }

  /** Converts to a type, under a given name. */
  void castAs(String output, String input, ElementType to) {
    nodes.node("Cast", List.of(input), output, Attribute.of("to", to.code()));
  }

  String reduce(String operator, String input, int axis, Reduced dimension) {
    String name = freshName(operator);
    reduceAs(name, operator, input, axis, dimension);
    return name;
  }

  /** Reduces one dimension, under a given name. */
  void reduceAs(String output, String operator, String input, int axis, Reduced dimension) {
    Attribute keep = Attribute.of("keepdims", dimension == Reduced.KEPT ? 1 : 0);
    if (opset >= (operator.equals("ReduceSum") ? SUM_AXES_INPUT : MAX_AXES_INPUT)) {
      nodes.node(operator, List.of(input, integers(axis)), output, keep);
    } else {
      nodes.node(operator, List.of(input), output, keep, Attribute.list("axes", axis));
    }
  }

  /** Adds a dimension of length 1 at the end of a tensor of rank 2. */
  String unsqueezeLast(String input) {
    // In a reshape, 0 keeps a size in every operator set.
    return add("Reshape", input, integers(0, 0, 1));
  }

  String constant(double[] values, long... shape) {
    return constant(arithmetic, values, shape);
  }

  String scalar(double value) {
    return constant(new double[] {value});
  }

  String integers(long... values) {
    return constant(
        ElementType.INT64, Arrays.stream(values).asDoubleStream().toArray(), values.length);
  }

  private String constant(ElementType type, double[] values, long... shape) {
    String name = freshName("Constant");
    nodes.constantNode(name, type, values, shape);
    return name;
  }

  private String freshName(String operator) {
    String name;
    do {
      name = "transcal/" + operator + "_" + count++;
    } while (taken.test(name));
    return name;
  }
}

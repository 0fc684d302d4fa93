package org.transcal.onnx.graph;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The kinds of messages in a model that contain tensors or their names. */
enum MessageKind {
  MODEL(),
  GRAPH(),
  NODE(1, 2, 3),
  ATTRIBUTE(),
  TENSOR(8),
  SPARSE_TENSOR(),
  VALUE_INFO(1),
  FUNCTION(),
  TRAINING();

  static {
    MODEL.contains(GRAPH, 7).contains(TRAINING, 20).contains(FUNCTION, 25);
    GRAPH.contains(NODE, 1).contains(TENSOR, 5).contains(SPARSE_TENSOR, 15);
    GRAPH.contains(VALUE_INFO, 11, 12, 13);
    NODE.contains(ATTRIBUTE, 5);
    ATTRIBUTE.contains(TENSOR, 5, 10).contains(GRAPH, 6, 11).contains(SPARSE_TENSOR, 22, 23);
    SPARSE_TENSOR.contains(TENSOR, 1, 2);
    FUNCTION.contains(NODE, 7);
    TRAINING.contains(GRAPH, 1, 2);
  }

  private final int[] names;
  private final Map<Integer, MessageKind> children = new HashMap<>();

  /** A kind whose given fields are names of tensors or nodes. */
  MessageKind(int... names) {
    this.names = names;
  }

  private MessageKind contains(MessageKind child, int... fields) {
    IntStream.of(fields).forEach(field -> children.put(field, child));
    return this;
  }

  Optional<MessageKind> child(int field) {
    return Optional.ofNullable(children.get(field));
  }

  boolean isName(int field) {
    return IntStream.of(names).anyMatch(name -> name == field);
  }
}

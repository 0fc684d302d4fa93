package org.transcal.onnx.graph;

import java.util.Map;
import java.util.Set;

/** The kinds of messages in a model that contain tensors or their names. */
enum MessageKind {
  MODEL(),
  GRAPH(),
  NODE(),
  ATTRIBUTE(),
  TENSOR(),
  SPARSE_TENSOR(),
  VALUE_INFO(),
  FUNCTION(),
  TRAINING();

  private static final Map<MessageKind, Map<Integer, MessageKind>> CHILDREN =
      Map.of(
          MODEL, Map.of(7, GRAPH, 20, TRAINING, 25, FUNCTION),
          GRAPH,
              Map.of(
                  1,
                  NODE,
                  5,
                  TENSOR,
                  11,
                  VALUE_INFO,
                  12,
                  VALUE_INFO,
                  13,
                  VALUE_INFO,
                  15,
                  SPARSE_TENSOR),
          NODE, Map.of(5, ATTRIBUTE),
          ATTRIBUTE,
              Map.of(
                  5, TENSOR, 6, GRAPH, 10, TENSOR, 11, GRAPH, 22, SPARSE_TENSOR, 23, SPARSE_TENSOR),
          SPARSE_TENSOR, Map.of(1, TENSOR, 2, TENSOR),
          FUNCTION, Map.of(7, NODE),
          TRAINING, Map.of(1, GRAPH, 2, GRAPH));

  /** Fields that hold names of tensors or nodes. */
  private static final Map<MessageKind, Set<Integer>> NAMES =
      Map.of(NODE, Set.of(1, 2, 3), TENSOR, Set.of(8), VALUE_INFO, Set.of(1));

  boolean hasChild(int field) {
    return CHILDREN.getOrDefault(this, Map.of()).containsKey(field);
  }

  MessageKind child(int field) {
    return CHILDREN.get(this).get(field);
  }

  boolean isName(int field) {
    return NAMES.getOrDefault(this, Set.of()).contains(field);
  }
}

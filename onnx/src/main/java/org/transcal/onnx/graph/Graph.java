package org.transcal.onnx.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.transcal.onnx.wire.FieldCursor;

/** The nodes and tensors of a model's main graph. */
public final class Graph {
  private static final int MOST_NODES = 2_000_000;
  private static final Set<String> KNOWN_DOMAINS =
      Set.of("", "ai.onnx.ml", "ai.onnx.preview.training", "com.microsoft", "com.microsoft.nchwc");

  private final List<ValueInfo> inputs = new ArrayList<>();
  private final List<ValueInfo> outputs = new ArrayList<>();
  private final Map<String, ValueInfo> inner = new HashMap<>();
  private final Map<String, Node> producers = new HashMap<>();
  private final Set<String> initializers = new HashSet<>();
  private int nodes;

  private Graph() {}

  static Graph empty() {
    return new Graph();
  }

  static Graph read(FieldCursor cursor) {
    Graph graph = new Graph();
    while (cursor.next()) {
      switch (cursor.number()) {
        case 1 -> graph.addNode(cursor);
        case 5 -> graph.initializers.add(cursor.message().lastText(8));
        case 11 -> graph.inputs.add(ValueInfo.read(cursor.message()));
        case 12 -> graph.outputs.add(ValueInfo.read(cursor.message()));
        case 13 -> {
          ValueInfo info = ValueInfo.read(cursor.message());
          graph.inner.put(info.name(), info);
        }
        default -> {
          // Names, comments and whatever later versions add.
        }
      }
    }
    return graph;
  }

  private void addNode(FieldCursor cursor) {
    if (++nodes > MOST_NODES) {
      throw cursor.damaged("the graph has more than " + MOST_NODES + " nodes");
    }
    Node node = Node.read(cursor.message());
    for (String output : node.outputs()) {
      if (!output.isEmpty()) {
        producers.put(output, node);
      }
    }
  }

  public List<ValueInfo> outputs() {
    return List.copyOf(outputs);
  }

  /** The inputs that have no initializer as default. */
  public List<ValueInfo> inputs() {
    return inputs.stream().filter(input -> !initializers.contains(input.name())).toList();
  }

  public Optional<Node> producer(String tensor) {
    return Optional.ofNullable(producers.get(tensor));
  }

  /** Whether the tensor is an input or made by a node. */
  public boolean hasTensor(String tensor) {
    return producers.containsKey(tensor)
        || inputs.stream().anyMatch(input -> input.name().equals(tensor));
  }

  /** Domains of operators that belong neither to ONNX nor to ONNX Runtime, sorted. */
  public Set<String> foreignDomains() {
    return producers.values().stream()
        .map(Node::domain)
        .filter(domain -> !KNOWN_DOMAINS.contains(domain))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  public Set<String> madeTensors() {
    return Set.copyOf(producers.keySet());
  }

  public Optional<ValueInfo> info(String tensor) {
    return Stream.of(outputs, inputs)
        .flatMap(List::stream)
        .filter(info -> info.name().equals(tensor))
        .findFirst()
        .or(() -> Optional.ofNullable(inner.get(tensor)));
  }
}

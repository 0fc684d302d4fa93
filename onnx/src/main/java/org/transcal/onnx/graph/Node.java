package org.transcal.onnx.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.io.file.InputException;
import org.transcal.onnx.wire.FieldCursor;

/**
 * One operation of a graph.
 *
 * @param operator the operator's name
 * @param domain the operator's domain; empty for the standard one
 * @param inputs names of its input tensors; empty for one left out
 * @param outputs names of its output tensors
 * @param integers attributes that are integers
 * @param texts attributes that are short texts
 */
public record Node(
    String operator,
    String domain,
    List<String> inputs,
    List<String> outputs,
    Map<String, Long> integers,
    Map<String, String> texts) {
  private static final int LONGEST_TEXT = 100;

  public Node {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    integers = Map.copyOf(integers);
    texts = Map.copyOf(texts);
  }

  static Node read(FieldCursor node) {
    String operator = "";
    String domain = "";
    List<String> inputs = new ArrayList<>(2);
    List<String> outputs = new ArrayList<>(1);
    Map<String, Long> integers = new HashMap<>(2);
    Map<String, String> texts = new HashMap<>(2);
    while (node.next()) {
      switch (node.number()) {
        case 1 -> inputs.add(node.text());
        case 2 -> outputs.add(node.text());
        case 4 -> operator = node.text();
        case 5 -> readAttribute(node.message(), integers, texts);
        case 7 -> domain = node.text();
        default -> {
          // Names, comments and whatever later versions add.
        }
      }
    }
    return new Node(operator, OnnxModel.domain(domain), inputs, outputs, integers, texts);
  }

  private static void readAttribute(
      FieldCursor attribute, Map<String, Long> integers, Map<String, String> texts) {
    String name = "";
    Optional<Long> integer = Optional.empty();
    Optional<String> text = Optional.empty();
    while (attribute.next()) {
      if (attribute.number() == 1) {
        name = attribute.text();
      } else if (attribute.number() == 3) {
        integer = Optional.of(attribute.integer());
      } else if (attribute.number() == 4 && attribute.end() - attribute.start() <= LONGEST_TEXT) {
        try {
          text = Optional.of(attribute.text());
        } catch (InputException binary) {
          // Attributes of type "string" may hold any bytes; those asked for are words.
        }
      }
    }
    String key = name;
    integer.ifPresent(value -> integers.putIfAbsent(key, value));
    text.ifPresent(value -> texts.putIfAbsent(key, value));
  }

  /** Whether it is an operator of the standard domain. */
  public boolean is(String standardOperator) {
    return domain.isEmpty() && operator.equals(standardOperator);
  }
}

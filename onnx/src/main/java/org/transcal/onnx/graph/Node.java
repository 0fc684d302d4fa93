package org.transcal.onnx.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.file.InputException;
import org.transcal.onnx.wire.FieldCursor;

/** One operation of a graph. */
public final class Node {
  private static final int INPUT = 1;
  private static final int OUTPUT = 2;
  private static final int OPERATOR = 4;
  private static final int ATTRIBUTE = 5;
  private static final int DOMAIN = 7;

  private final String operator;
  private final String domain;
  private final List<String> inputs;
  private final List<String> outputs;
  private final List<Attribute> attributes;

  private record Attribute(String name, OptionalLong integer, Optional<String> text) {}

  private Node(
      String operator,
      String domain,
      List<String> inputs,
      List<String> outputs,
      List<Attribute> attributes) {
    this.operator = operator;
    this.domain = domain;
    this.inputs = List.copyOf(inputs);
    this.outputs = List.copyOf(outputs);
    this.attributes = List.copyOf(attributes);
  }

  static Node read(FieldCursor node) {
    String operator = "";
    String domain = "";
    List<String> inputs = new ArrayList<>(2);
    List<String> outputs = new ArrayList<>(1);
    List<Attribute> attributes = new ArrayList<>(1);
    while (node.next()) {
      switch (node.number()) {
        case INPUT -> inputs.add(node.text());
        case OUTPUT -> outputs.add(node.text());
        case OPERATOR -> operator = node.text();
        case DOMAIN -> domain = node.text();
        case ATTRIBUTE -> attributes.add(attribute(node.message()));
        default -> {
          // Names, remarks and whatever later versions add.
        }
      }
    }
    return new Node(operator, OnnxModel.domain(domain), inputs, outputs, attributes);
  }

  private static Attribute attribute(FieldCursor attribute) {
    String name = "";
    OptionalLong integer = OptionalLong.empty();
    Optional<String> text = Optional.empty();
    while (attribute.next()) {
      switch (attribute.number()) {
        case 1 -> name = attribute.text();
        case 3 -> integer = OptionalLong.of(attribute.integer());
        case 4 -> text = shortText(attribute);
        default -> {
          // Tensors, graphs and lists: nothing here asks for them.
        }
      }
    }
    return new Attribute(name, integer, text);
  }

  /** Attributes of type "string" may hold any bytes; those we ask for are words. */
  private static Optional<String> shortText(FieldCursor attribute) {
    int longest = 100;
    if (attribute.end() - attribute.start() > longest) {
      return Optional.empty();
    }
    try {
      return Optional.of(attribute.text());
    } catch (InputException binary) {
      return Optional.empty();
    }
  }

  /** Whether it is an operator of the standard domain. */
  public boolean is(String standardOperator) {
    return domain.isEmpty() && operator.equals(standardOperator);
  }

  /** The operator's name. */
  public String operator() {
    return operator;
  }

  /** The operator's domain; empty for the standard one. */
  public String domain() {
    return domain;
  }

  /** Names of the tensors it takes; empty for one left out. */
  public List<String> inputs() {
    return inputs;
  }

  /** Names of the tensors it makes. */
  public List<String> outputs() {
    return outputs;
  }

  /** The value of an attribute that is an integer. */
  public OptionalLong integer(String name) {
    return attributes.stream()
        .filter(attribute -> attribute.name.equals(name))
        .map(Attribute::integer)
        .findFirst()
        .orElse(OptionalLong.empty());
  }

  /** The value of an attribute that is a word. */
  public Optional<String> word(String name) {
    return attributes.stream()
        .filter(attribute -> attribute.name.equals(name))
        .map(Attribute::text)
        .findFirst()
        .orElse(Optional.empty());
  }
}

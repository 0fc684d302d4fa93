package org.transcal.onnx.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.transcal.io.file.InputException;
import org.transcal.onnx.export.EndingFinder;
import org.transcal.onnx.export.Scale;
import org.transcal.onnx.graph.Graph;
import org.transcal.onnx.graph.Node;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.graph.ValueInfo;
import org.transcal.onnx.network.Network;

/** Which tensors of a network are features and logits. */
public final class TensorChoice {
  private final String features;
  private final Optional<String> logits;

  private TensorChoice(String features, Optional<String> logits) {
    this.features = features;
    this.logits = logits;
  }

  /**
   * As named; where features are not, what goes into the linear layer that makes the logits, else
   * the graph's only output; where logits are not, that output, if such a layer makes it and it is
   * not the features.
   *
   * @throws InputException where names are unknown or needed
   */
  public static TensorChoice of(
      OnnxModel model, Optional<String> features, Optional<String> logits) {
    features.ifPresent(name -> requireTensor(model, name));
    logits.ifPresent(name -> requireTensor(model, name));
    if (features.isPresent()) {
      return new TensorChoice(
          features.get(), logits.or(() -> linearEnd(model).filter(e -> !e.equals(features.get()))));
    }
    String end = logits.orElseGet(() -> onlyEnd(model));
    Optional<String> before = beforeLinearLayer(model.graph(), end);
    if (before.isPresent()) {
      return new TensorChoice(before.get(), Optional.of(end));
    }
    if (logits.isPresent()) {
      throw InputException.in(
          model.file(),
          "no linear layer makes "
              + InputException.quote(end)
              + "; say which tensor holds the features with --features");
    }
    return new TensorChoice(end, Optional.empty());
  }

  /** The only output's logits, where a linear layer makes them. */
  private static Optional<String> linearEnd(OnnxModel model) {
    return model.graph().outputs().size() == 1
        ? Optional.of(onlyEnd(model))
            .filter(end -> beforeLinearLayer(model.graph(), end).isPresent())
        : Optional.empty();
  }

  /** The same choice with logits, found at the graph's only output where none were named. */
  public TensorChoice withLogits(OnnxModel model) {
    return logits.isPresent() ? this : new TensorChoice(features, Optional.of(onlyEnd(model)));
  }

  private static void requireTensor(OnnxModel model, String name) {
    if (!model.graph().hasTensor(name)) {
      throw InputException.in(
          model.file(),
          "has no tensor "
              + InputException.quote(name)
              + "; it makes "
              + InputException.list(new TreeSet<>(model.graph().madeTensors())));
    }
  }

  /** What a graph with one output ends in: before a softmax, as for an export. */
  private static String onlyEnd(OnnxModel model) {
    List<String> outputs = model.graph().outputs().stream().map(ValueInfo::name).toList();
    if (outputs.size() != 1) {
      throw InputException.in(
          model.file(),
          "has "
              + outputs.size()
              + " outputs, "
              + InputException.list(outputs)
              + "; name tensors with --features and --logits");
    }
    String output = outputs.get(0);
    Set<String> asked = EndingFinder.asked(model, Optional.of(output));
    try (Network network = Network.open(model, asked)) {
      EndingFinder finder =
          new EndingFinder(
              model,
              name ->
                  network
                      .outputType(name)
                      .or(() -> model.graph().info(name).flatMap(ValueInfo::type)));
      return finder.at(output, Scale.AS_GRAPH_SAYS).tensor();
    } catch (InputException noLogits) {
      // A backbone, whose output has other dimensions, for example.
      return output;
    }
  }

  /** What goes into a product with weights, with or without a sum after it. */
  private static Optional<String> beforeLinearLayer(Graph graph, String logits) {
    Optional<Node> made = graph.producer(logits);
    if (made.filter(node -> node.is("Add")).isPresent()) {
      List<Node> products = new ArrayList<>();
      made.get().inputs().forEach(input -> graph.producer(input).ifPresent(products::add));
      made = products.stream().filter(node -> node.is("MatMul")).findFirst();
    }
    return made.filter(node -> node.is("MatMul") || node.is("Gemm"))
        .filter(node -> node.integer("transA").orElse(0) == 0)
        .flatMap(node -> node.inputs().stream().findFirst())
        .filter(input -> !input.isEmpty());
  }

  /** The tensor of the features. */
  public String features() {
    return features;
  }

  /** The tensor of the logits, where there is one. */
  public Optional<String> logits() {
    return logits;
  }

  /** Both. */
  public Set<String> tensors() {
    Set<String> tensors = new TreeSet<>();
    tensors.add(features);
    logits.ifPresent(tensors::add);
    return tensors;
  }
}

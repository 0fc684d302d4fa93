package org.transcal.onnx.extract;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.transcal.io.PredictionScale;
import org.transcal.io.file.InputException;
import org.transcal.onnx.export.PredictionFinder;
import org.transcal.onnx.graph.Graph;
import org.transcal.onnx.graph.Node;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.graph.ValueInfo;

/**
 * Which tensors of a network are features and logits.
 *
 * @param features the tensor of the features
 * @param logits the tensor of the logits, if there is one
 */
public record TensorChoice(String features, Optional<String> logits) {
  /**
   * Chooses tensors: those named; else as features the input of the linear layer that makes the
   * logits, else the graph's only output; and as logits that output, if a linear layer makes it and
   * it is not the features.
   *
   * @throws InputException if a name is unknown or missing
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
          "no linear layer makes %s; name the tensor of the features with --features",
          InputException.quote(end));
    }
    return new TensorChoice(end, Optional.empty());
  }

  /** The only output's logits, if a linear layer makes them. */
  private static Optional<String> linearEnd(OnnxModel model) {
    return model.graph().outputs().size() == 1
        ? Optional.of(onlyEnd(model))
            .filter(end -> beforeLinearLayer(model.graph(), end).isPresent())
        : Optional.empty();
  }

  /** The same choice with logits, by default those of the graph's only output. */
  public TensorChoice withLogits(OnnxModel model) {
    return logits.isPresent() ? this : new TensorChoice(features, Optional.of(onlyEnd(model)));
  }

  private static void requireTensor(OnnxModel model, String name) {
    if (!model.graph().hasTensor(name)) {
      throw InputException.in(
          model.file(),
          "has no tensor %s; it makes %s",
          InputException.quote(name),
          InputException.list(new TreeSet<>(model.graph().madeTensors())));
    }
  }

  /** The only output, or the input of its softmax. */
  private static String onlyEnd(OnnxModel model) {
    List<String> outputs = model.graph().outputs().stream().map(ValueInfo::name).toList();
    if (outputs.size() != 1) {
      throw InputException.in(
          model.file(),
          "has %s outputs, %s; name tensors with --features and --logits",
          outputs.size(),
          InputException.list(outputs));
    }
    String output = outputs.get(0);
    try (PredictionFinder finder = PredictionFinder.open(model, Optional.of(output))) {
      return finder.at(output, PredictionScale.LOGITS).tensor();
    } catch (InputException noLogits) {
      // A backbone, whose output has other dimensions, for example.
      return output;
    }
  }

  /** The input of a product with weights, with or without a sum after it. */
  private static Optional<String> beforeLinearLayer(Graph graph, String logits) {
    Optional<Node> made = graph.producer(logits);
    if (made.filter(node -> node.is("Add")).isPresent()) {
      made =
          made.get().inputs().stream()
              .flatMap(input -> graph.producer(input).stream())
              .filter(node -> node.is("MatMul"))
              .findFirst();
    }
    return made.filter(node -> node.is("MatMul") || node.is("Gemm"))
        .filter(node -> node.integers().getOrDefault("transA", 0L) == 0)
        .flatMap(node -> node.inputs().stream().findFirst())
        .filter(input -> !input.isEmpty());
  }

  public Set<String> tensors() {
    Set<String> tensors = new TreeSet<>(Set.of(features));
    logits.ifPresent(tensors::add);
    return tensors;
  }
}

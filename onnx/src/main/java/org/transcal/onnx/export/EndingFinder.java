package org.transcal.onnx.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.transcal.io.file.InputException;
import org.transcal.onnx.export.Ending.Form;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.Node;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.graph.TensorType;
import org.transcal.onnx.graph.ValueInfo;

/** Finds the logits of a graph, or says why it cannot. */
public final class EndingFinder {
  private static final int SOFTMAX_OF_ONE_AXIS = 13;
  private static final int MOST_STEPS = 100;
  private static final String LEARNERS = "ai.onnx.ml";

  private final OnnxModel model;
  private final Function<String, Optional<TensorType>> types;

  /**
   * Looks into a model.
   *
   * @param types tells the type of a tensor, where it is known
   */
  public EndingFinder(OnnxModel model, Function<String, Optional<TensorType>> types) {
    this.model = model;
    this.types = types;
  }

  /** Names of the tensors whose types a search may ask for. */
  public static Set<String> asked(OnnxModel model, Optional<String> output) {
    List<String> ends = new ArrayList<>();
    output.filter(model.graph()::hasTensor).ifPresent(ends::add);
    if (output.isEmpty()) {
      model.graph().outputs().forEach(info -> ends.add(info.name()));
    }
    List<String> all = new ArrayList<>(ends);
    for (String end : ends) {
      String behind = throughCopies(model, end);
      all.add(behind);
      model
          .graph()
          .producer(behind)
          .filter(EndingFinder::isSoftmax)
          .ifPresent(node -> all.add(node.inputs().get(0)));
    }
    return all.stream()
        .filter(name -> model.graph().producer(name).isPresent())
        .collect(Collectors.toSet());
  }

  /**
   * The ending at a tensor.
   *
   * @throws InputException where its type or what makes it does not fit
   */
  public Ending at(String output, Scale scale) {
    requireTensor(output);
    if (scale == Scale.PROBABILITIES) {
      return new Ending(output, rows(output), Form.PROBABILITIES);
    }
    String made = throughCopies(model, output);
    Optional<Node> producer = model.graph().producer(made);
    if (producer.filter(EndingFinder::isSoftmax).isPresent()) {
      return beforeSoftmax(made, producer.get());
    }
    if (producer.filter(node -> node.is("LogSoftmax")).isPresent()) {
      requireRowWise(made, producer.get());
      return new Ending(made, rows(made), Form.LOG_PROBABILITIES);
    }
    producer.ifPresent(node -> requireNoProbabilities(output, node));
    return new Ending(output, rows(output), Form.LOGITS);
  }

  /** The ending of a graph whose only prediction of so many classes is clear. */
  public Ending only(int classes, Scale scale) {
    List<String> reasons = new ArrayList<>();
    List<Ending> found = new ArrayList<>();
    for (ValueInfo output : model.graph().outputs()) {
      try {
        Ending ending = at(output.name(), scale);
        requireClasses(ending, classes);
        if (found.stream().noneMatch(other -> other.tensor().equals(ending.tensor()))) {
          found.add(ending);
        }
      } catch (InputException unfit) {
        reasons.add(unfit.getMessage());
      }
    }
    if (found.size() == 1) {
      return found.get(0);
    }
    if (found.isEmpty()) {
      throw new InputException(
          reasons.isEmpty() ? model.file() + ": has no output" : String.join("; ", reasons));
    }
    throw InputException.in(
        model.file(),
        "has several outputs that may be logits of "
            + classes
            + " classes; name one with --output, out of "
            + InputException.list(found.stream().map(Ending::tensor).toList()));
  }

  /** Fails unless an ending has so many classes, as far as is known. */
  public void requireClasses(Ending ending, int classes) {
    Dimension actual = ending.type().shape().get(1);
    if (actual.isFixed() && actual.size() != classes) {
      throw wrong(
          ending.tensor(),
          "has " + actual + " classes where the calibration was fitted for " + classes);
    }
  }

  private Ending beforeSoftmax(String output, Node softmax) {
    requireRowWise(output, softmax);
    String input = softmax.inputs().get(0);
    TensorType type = rows(output);
    TensorType before = types.apply(input).filter(t -> t.rank() == type.rank()).orElse(type);
    return new Ending(input, before, Form.LOGITS_BEFORE_SOFTMAX);
  }

  /**
   * Before operator set 13 softmax took all dimensions from its axis on, 1 by default, as one;
   * since then only the axis itself, the last by default.
   */
  private void requireRowWise(String output, Node softmax) {
    int rank = rows(output).rank();
    long axis = softmax.integer("axis").orElse(model.opset() < SOFTMAX_OF_ONE_AXIS ? 1 : -1);
    if ((axis < 0 ? axis + rank : axis) != 1) {
      throw wrong(
          output,
          "is a "
              + softmax.operator()
              + " over axis "
              + axis
              + " of "
              + rank
              + " dimensions in operator set "
              + model.opset()
              + "; a distribution over classes, along axis 1, is needed");
    }
  }

  private void requireNoProbabilities(String output, Node node) {
    boolean learner = node.domain().equals(LEARNERS);
    boolean scores =
        learner
            && node.word("post_transform").orElse("NONE").equals("NONE")
            && !node.operator().startsWith("TreeEnsemble");
    if (node.is("Sigmoid") || (learner && !scores)) {
      throw wrong(
          output,
          "is made by "
              + node.operator()
              + " and looks like probabilities; say --probabilities"
              + " if it holds them, or name the logits with --output");
    }
  }

  private void requireTensor(String output) {
    if (!model.graph().hasTensor(output)) {
      throw InputException.in(
          model.file(),
          "has no tensor "
              + InputException.quote(output)
              + "; its outputs are "
              + InputException.list(
                  model.graph().outputs().stream().map(ValueInfo::name).toList()));
    }
    if (model.graph().info(output).map(ValueInfo::kind).orElse(ValueInfo.Kind.UNKNOWN)
        == ValueInfo.Kind.OTHER) {
      throw wrong(
          output,
          "is no tensor (a sequence or map); name the tensor it is made from with --output");
    }
  }

  /** The type of rows of classes. */
  private TensorType rows(String output) {
    TensorType type =
        types
            .apply(output)
            .orElseThrow(
                () ->
                    wrong(
                        output,
                        "has a type or rank that is not known; rows of classes are needed"));
    if (!type.elements().isFloating()) {
      throw wrong(output, "holds " + type.elements() + "; logits are floating-point numbers");
    }
    boolean flat = type.shape().stream().skip(2).allMatch(d -> d.isFixed() && d.size() == 1);
    if (type.rank() < 2 || !flat) {
      throw wrong(output, "is " + type + "; a batch of rows of classes is needed");
    }
    return type;
  }

  private static boolean isSoftmax(Node node) {
    return node.is("Softmax") && !node.inputs().isEmpty() && !node.inputs().get(0).isEmpty();
  }

  /** Behind nodes that only copy or convert. */
  private static String throughCopies(OnnxModel model, String output) {
    String at = output;
    for (int step = 0; step < MOST_STEPS; step++) {
      Optional<Node> node =
          model
              .graph()
              .producer(at)
              .filter(n -> (n.is("Identity") || n.is("Cast")) && n.inputs().size() == 1);
      if (node.isEmpty()) {
        return at;
      }
      at = node.get().inputs().get(0);
    }
    return at;
  }

  private InputException wrong(String tensor, String how) {
    return InputException.in(model.file(), "tensor " + InputException.quote(tensor) + " " + how);
  }
}

package org.transcal.onnx.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.transcal.io.PredictionScale;
import org.transcal.io.file.InputException;
import org.transcal.onnx.export.Prediction.Form;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.Node;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.graph.TensorType;
import org.transcal.onnx.graph.ValueInfo;
import org.transcal.onnx.network.Network;

/** Finds the logits of a graph, or says why it cannot. */
public final class PredictionFinder implements AutoCloseable {
  private static final int SOFTMAX_OF_ONE_AXIS = 13;
  private static final int MOST_STEPS = 100;
  private static final String CLASSICAL_LEARNERS = "ai.onnx.ml";

  private final OnnxModel model;
  private final Optional<Network> network;

  private PredictionFinder(OnnxModel model, Optional<Network> network) {
    this.model = model;
    this.network = network;
  }

  /**
   * Looks at a model, with types as ONNX Runtime infers them, else as the file declares them.
   *
   * @param output the tensor of interest; else all outputs
   */
  public static PredictionFinder open(OnnxModel model, Optional<String> output) {
    Stream<String> ends =
        output
            .map(Stream::of)
            .orElseGet(() -> model.graph().outputs().stream().map(ValueInfo::name));
    Set<String> candidates =
        ends.flatMap(end -> candidates(model, end))
            .filter(name -> model.graph().producer(name).isPresent())
            .collect(Collectors.toSet());
    try {
      Network network = Network.open(model, candidates, Network.LONGEST_RUN);
      return new PredictionFinder(model, Optional.of(network));
    } catch (InputException notForThisRuntime) {
      // Operators of another runtime, for example: the declared types must suffice.
      return byDeclaredTypes(model);
    }
  }

  /** Looks at a model without loading it, with types as the file declares them. */
  public static PredictionFinder byDeclaredTypes(OnnxModel model) {
    return new PredictionFinder(model, Optional.empty());
  }

  /** A tensor, the tensor it is a copy of and, if a softmax makes that, its input. */
  private static Stream<String> candidates(OnnxModel model, String end) {
    String made = withoutCopies(model, end);
    Stream<String> logits =
        model.graph().producer(made).filter(PredictionFinder::isSoftmax).stream()
            .map(node -> node.inputs().get(0));
    return Stream.concat(Stream.of(end, made), logits);
  }

  private Optional<TensorType> type(String name) {
    return network
        .flatMap(open -> open.outputType(name))
        .or(() -> model.graph().info(name).flatMap(ValueInfo::type));
  }

  /**
   * The prediction at a tensor.
   *
   * @throws InputException if its type or its producer does not fit
   */
  public Prediction at(String output, PredictionScale scale) {
    requireTensor(output);
    if (scale == PredictionScale.PROBABILITIES) {
      return new Prediction(output, rows(output), Form.PROBABILITIES);
    }
    String made = withoutCopies(model, output);
    Optional<Node> producer = model.graph().producer(made);
    if (producer.filter(PredictionFinder::isSoftmax).isPresent()) {
      requireRowWise(made, producer.get());
      String logits = producer.get().inputs().get(0);
      TensorType type = rows(made);
      TensorType before = type(logits).filter(t -> t.rank() == type.rank()).orElse(type);
      return new Prediction(logits, before, Form.LOGITS_BEFORE_SOFTMAX);
    }
    if (producer.filter(node -> node.is("LogSoftmax")).isPresent()) {
      requireRowWise(made, producer.get());
      return new Prediction(made, rows(made), Form.LOG_PROBABILITIES);
    }
    producer.ifPresent(node -> requireNoProbabilities(output, node));
    return new Prediction(output, rows(output), Form.LOGITS);
  }

  /** The only prediction of a number of classes among the outputs. */
  public Prediction only(int classes, PredictionScale scale) {
    List<String> reasons = new ArrayList<>();
    List<Prediction> found = new ArrayList<>();
    for (ValueInfo output : model.graph().outputs()) {
      try {
        Prediction prediction = at(output.name(), scale);
        requireClasses(prediction, classes);
        if (found.stream().noneMatch(other -> other.tensor().equals(prediction.tensor()))) {
          found.add(prediction);
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
        "has several outputs that may be logits of %s classes; name one with --output, out of %s",
        classes,
        InputException.list(found.stream().map(Prediction::tensor).toList()));
  }

  /** Fails if a prediction is known to have another number of classes. */
  public void requireClasses(Prediction prediction, int classes) {
    Dimension actual = prediction.type().shape().get(1);
    if (actual.isFixed() && actual.size() != classes) {
      throw wrong(
          prediction.tensor(),
          "has %s classes; the calibration was fitted for %s",
          actual,
          classes);
    }
  }

  /**
   * Before operator set 13, softmax treated all dimensions from its axis on (default 1) as one;
   * since then it takes only the axis itself (default: the last).
   */
  private void requireRowWise(String output, Node softmax) {
    int rank = rows(output).rank();
    long standard = model.opset() < SOFTMAX_OF_ONE_AXIS ? 1 : -1;
    long axis = softmax.integers().getOrDefault("axis", standard);
    if ((axis < 0 ? axis + rank : axis) != 1) {
      throw wrong(
          output,
          "is a %s over axis %s of %s dimensions in operator set %s; a distribution over classes,"
              + " along axis 1, is needed",
          softmax.operator(),
          axis,
          rank,
          model.opset());
    }
  }

  private void requireNoProbabilities(String output, Node node) {
    boolean learner = node.domain().equals(CLASSICAL_LEARNERS);
    boolean scores =
        learner
            && node.texts().getOrDefault("post_transform", "NONE").equals("NONE")
            && !node.operator().startsWith("TreeEnsemble");
    if (node.is("Sigmoid") || (learner && !scores)) {
      throw wrong(
          output,
          "is made by %s and probably holds probabilities; use --probabilities if it does, or name"
              + " the logits with --output",
          node.operator());
    }
  }

  private void requireTensor(String output) {
    if (!model.graph().hasTensor(output)) {
      throw InputException.in(
          model.file(),
          "has no tensor %s; its outputs are %s",
          InputException.quote(output),
          InputException.list(model.graph().outputs().stream().map(ValueInfo::name).toList()));
    }
    if (model.graph().info(output).filter(i -> i.kind() == ValueInfo.Kind.OTHER).isPresent()) {
      throw wrong(
          output,
          "is not a tensor (but a sequence or map); name the tensor it is made from with"
              + " --output");
    }
  }

  private TensorType rows(String output) {
    TensorType type =
        type(output)
            .orElseThrow(
                () -> wrong(output, "has an unknown type or rank; rows of classes are needed"));
    if (!type.elements().isFloating()) {
      throw wrong(output, "holds %s; logits are floating-point numbers", type.elements());
    }
    boolean flat = type.shape().stream().skip(2).allMatch(d -> d.isFixed() && d.size() == 1);
    if (type.rank() < 2 || !flat) {
      throw wrong(output, "is %s; a batch of rows of classes is needed", type);
    }
    return type;
  }

  private static boolean isSoftmax(Node node) {
    return node.is("Softmax") && !node.inputs().isEmpty() && !node.inputs().get(0).isEmpty();
  }

  /** The tensor before nodes that only copy or convert. */
  private static String withoutCopies(OnnxModel model, String output) {
    String at = output;
    for (int step = 0; step < MOST_STEPS; step++) {
      Optional<Node> node = model.graph().producer(at);
      if (node.filter(n -> n.is("Identity") || n.is("Cast")).isEmpty()
          || node.get().inputs().size() != 1) {
        return at;
      }
      at = node.get().inputs().get(0);
    }
    return at;
  }

  private InputException wrong(String tensor, String how, Object... values) {
    String what = String.format(Locale.ROOT, how, values);
    return InputException.in(model.file(), "tensor %s %s", InputException.quote(tensor), what);
  }

  @Override
  public void close() {
    network.ifPresent(Network::close);
  }
}

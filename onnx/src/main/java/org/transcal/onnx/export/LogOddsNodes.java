package org.transcal.onnx.export;

import java.util.Arrays;
import java.util.List;
import org.transcal.onnx.export.AppendedNodes.Reduced;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.graph.GraphWriter.Attribute;

/**
 * {@code z_k − log Σ_{j≠k} e^{z_j}} in a graph: of class 1 if there are two, else of each class.
 *
 * <p>The sum without the best class is relative to the second best, as in core: the difference of
 * two sums would lose all digits if the best class is almost certain.
 */
final class LogOddsNodes {
  /** Far enough below any logit that its exponential is 0. */
  private static final double FAR_BELOW = -1e30;

  /** Below the rest of any class but the best, which is at least 1. */
  private static final double LEAST_REST = 0.5;

  private final AppendedNodes nodes;

  LogOddsNodes(AppendedNodes nodes) {
    this.nodes = nodes;
  }

  String append(String logits, int classes) {
    return classes == 2
        ? nodes.add("MatMul", logits, nodes.constant(new double[] {-1, 1}, 2, 1))
        : manyClasses(logits, classes);
  }

  private String manyClasses(String logits, int classes) {
    String best = nodes.reduce("ReduceMax", logits, 1, Reduced.KEPT);
    String isBest = isFirstBest(logits, classes);
    String fromBest = nodes.add("Sub", logits, best);
    // Far below all others, but not −∞, so that 0 · ∞ cannot arise.
    String lowered = nodes.add("Where", isBest, nodes.scalar(FAR_BELOW), fromBest);
    String gap = nodes.reduce("ReduceMax", lowered, 1, Reduced.KEPT);
    String fromSecond = nodes.add("Sub", lowered, gap);
    String others = nodes.reduce("ReduceSum", nodes.add("Exp", fromSecond), 1, Reduced.KEPT);
    String rest = nodes.add("Add", gap, nodes.add("Log", others));
    String ofBest = nodes.add("Sub", fromBest, rest);
    return nodes.add("Where", isBest, ofBest, ofOthers(fromBest));
  }

  /** The sum without another class still includes the best, whose term is 1: no digits are lost. */
  private String ofOthers(String fromBest) {
    String terms = nodes.add("Exp", fromBest);
    String all = nodes.reduce("ReduceSum", terms, 1, Reduced.KEPT);
    String rest = nodes.add("Sub", all, terms);
    // For the best class, whose result is not used, the rest may be 0: avoid log 0.
    String positive = nodes.add("Max", rest, nodes.scalar(LEAST_REST));
    return nodes.add("Sub", fromBest, nodes.add("Log", positive));
  }

  /** Marks the first of the largest logits. */
  private String isFirstBest(String logits, int classes) {
    // ArgMax of old operator sets takes single precision only. Ties that arise from rounding are
    // harmless: both formulas hold for logits that close.
    String single =
        nodes.arithmetic() == ElementType.DOUBLE && nodes.opset() < 11
            ? nodes.cast(logits, ElementType.FLOAT)
            : logits;
    String index =
        nodes.add("ArgMax", List.of(single), Attribute.of("axis", 1), Attribute.of("keepdims", 1));
    long[] numbers = new long[classes];
    Arrays.setAll(numbers, k -> k);
    return nodes.add("Equal", index, nodes.integers(numbers));
  }
}

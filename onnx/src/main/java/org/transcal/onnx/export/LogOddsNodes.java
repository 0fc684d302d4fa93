package org.transcal.onnx.export;

import java.util.Arrays;
import java.util.List;
import org.transcal.onnx.export.Tail.Attribute;
import org.transcal.onnx.export.Tail.Reduced;
import org.transcal.onnx.graph.ElementType;

/**
 * {@code z_k − log Σ_{j≠k} e^{z_j}} in a graph: of class 1 where there are two, else of each class.
 *
 * <p>The sum without the best class is measured from the second best, as in core: as a difference
 * of two sums it would lose all digits where the best class is almost certain.
 */
final class LogOddsNodes {
  /** Farther below any logit than the exponential can tell. */
  private static final double FAR_BELOW = -1e30;

  /** Below what the rest of a class that is not the best can be. */
  private static final double LEAST_REST = 0.5;

  private final Tail tail;

  LogOddsNodes(Tail tail) {
    this.tail = tail;
  }

  String append(String logits, int classes) {
    return classes == 2
        ? tail.add("MatMul", List.of(logits, tail.constant(new double[] {-1, 1}, 2, 1)))
        : manyClasses(logits, classes);
  }

  private String manyClasses(String logits, int classes) {
    String best = tail.reduce("ReduceMax", logits, 1, Reduced.STAYS);
    String isBest = isFirstBest(logits, classes);
    String fromBest = tail.add("Sub", List.of(logits, best));
    // The best becomes far smaller than all others, but not −∞: 0 · ∞ is nowhere then.
    String lowered = tail.add("Where", List.of(isBest, tail.scalar(FAR_BELOW), fromBest));
    String gap = tail.reduce("ReduceMax", lowered, 1, Reduced.STAYS);
    String fromSecond = tail.add("Sub", List.of(lowered, gap));
    String others =
        tail.reduce("ReduceSum", tail.add("Exp", List.of(fromSecond)), 1, Reduced.STAYS);
    String rest = tail.add("Add", List.of(gap, tail.add("Log", List.of(others))));
    String ofBest = tail.add("Sub", List.of(fromBest, rest));
    return tail.add("Where", List.of(isBest, ofBest, ofOthers(fromBest)));
  }

  /** The sum without another class still holds the best, whose term is 1: nothing is lost. */
  private String ofOthers(String fromBest) {
    String terms = tail.add("Exp", List.of(fromBest));
    String all = tail.reduce("ReduceSum", terms, 1, Reduced.STAYS);
    String rest = tail.add("Sub", List.of(all, terms));
    // Of the best class itself, whose formula is another, the rest may vanish: no log of 0.
    String positive = tail.add("Max", List.of(rest, tail.scalar(LEAST_REST)));
    return tail.add("Sub", List.of(fromBest, tail.add("Log", List.of(positive))));
  }

  /** Where the first of the largest logits is. */
  private String isFirstBest(String logits, int classes) {
    // ArgMax of old operator sets runs on single precision only, which may tie what differs; that
    // does no harm: either formula holds for two classes so near each other.
    String single =
        tail.arithmetic() == ElementType.DOUBLE && tail.opset() < 11
            ? tail.cast(logits, ElementType.FLOAT)
            : logits;
    String index =
        tail.add("ArgMax", List.of(single), new Attribute("axis", 1), new Attribute("keepdims", 1));
    long[] numbers = new long[classes];
    Arrays.setAll(numbers, k -> k);
    return tail.add("Equal", List.of(index, tail.integers(numbers)));
  }
}

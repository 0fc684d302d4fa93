package org.transcal.onnx.example;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.transcal.matrix.Matrix;
import org.transcal.model.AffineModel;
import org.transcal.model.BinaryMap;
import org.transcal.model.CalibrationModel;
import org.transcal.model.IdentityModel;
import org.transcal.model.OneVsRestModel;
import org.transcal.model.TemperatureModel;
import org.transcal.onnx.graph.ElementType;

/** Small classifiers as graphs, calibrations for them, and inputs. */
public final class Classifiers {
  /** Length of an input. */
  public static final int INPUTS = 4;

  /** How a graph ends. */
  public enum End {
    /** In logits. */
    LOGITS,
    /** In a softmax. */
    SOFTMAX,
    /** In a softmax whose result is copied. */
    COPIED_SOFTMAX,
    /** In log probabilities. */
    LOG_SOFTMAX
  }

  private Classifiers() {}

  /** Adds a loop over n × 3 values that runs 10<sup>18</sup> times. */
  public static TestGraph withEndlessLoop(TestGraph graph, String input) {
    TestGraph body =
        TestGraph.ofOpset(13)
            .input("i", ElementType.INT64)
            .input("more", ElementType.BOOL)
            .input("value", ElementType.FLOAT, "n", 3)
            .node("Identity", List.of("more"), "again")
            .node("Neg", List.of("value"), "next")
            .output("again", ElementType.BOOL)
            .output("next", ElementType.FLOAT, "n", 3);
    return graph
        .weights("often", ElementType.INT64, new double[] {1e18})
        .node("Loop", List.of("often", "", input), "looped", Map.of("body", body))
        .output("looped", ElementType.FLOAT, "n", 3);
  }

  /** A linear classifier of inputs of length 4, with a batch of any size. */
  public static TestGraph graph(long opset, End end, ElementType type, int classes) {
    TestGraph graph = linear(opset, type, classes, "batch");
    switch (end) {
      case LOGITS -> {
        // The last node makes them already.
      }
      case SOFTMAX -> graph.node("Softmax", List.of("logits"), "probs", Map.of("axis", 1));
      case COPIED_SOFTMAX ->
          graph
              .node("Softmax", List.of("logits"), "p", Map.of("axis", -1))
              .node("Identity", List.of("p"), "probs");
      case LOG_SOFTMAX -> graph.node("LogSoftmax", List.of("logits"), "probs", Map.of("axis", 1));
    }
    return graph.output(end == End.LOGITS ? "logits" : "probs", type, "batch", classes);
  }

  /** The nodes up to the logits, without an output. */
  public static TestGraph linear(long opset, ElementType type, int classes, Object batch) {
    SplittableRandom random = new SplittableRandom(classes);
    return TestGraph.ofOpset(opset)
        .input("x", type, batch, INPUTS)
        .weights("w", type, random.doubles(INPUTS * classes, -3, 3).toArray(), INPUTS, classes)
        .weights("b", type, random.doubles(classes, -1, 1).toArray(), classes)
        .node("MatMul", List.of("x", "w"), "product")
        .node("Add", List.of("product", "b"), "logits");
  }

  /** Inputs whose logits go from undecided to certain. */
  public static Matrix inputs(int rows) {
    SplittableRandom random = new SplittableRandom(5);
    float[] values = new float[rows * INPUTS];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (random.nextDouble(-1, 1) * (1 + i / INPUTS % 7));
    }
    return Matrix.wrap(values, rows, INPUTS);
  }

  /** A calibration of each kind. */
  public static List<CalibrationModel> calibrations(int classes) {
    SplittableRandom random = new SplittableRandom(11L * classes);
    double[][] weights = new double[classes][];
    for (int k = 0; k < classes; k++) {
      weights[k] = random.doubles(classes, -0.3, 0.3).toArray();
      weights[k][k] += 0.8;
    }
    double[] bias = random.doubles(classes, -0.5, 0.5).toArray();
    return List.of(
        new IdentityModel(classes),
        new TemperatureModel(classes, 2.3125),
        new TemperatureModel(classes, 0.31),
        AffineModel.vector(random.doubles(classes, 0.2, 1.5).toArray(), bias),
        AffineModel.matrix(weights, bias),
        new OneVsRestModel(classes, maps(classes, k -> new BinaryMap.Platt(0.6 + 0.1 * k, -0.2))),
        new OneVsRestModel(classes, maps(classes, Classifiers::isotonic)),
        new OneVsRestModel(classes, maps(classes, Classifiers::histogram)));
  }

  private static List<BinaryMap> maps(int classes, IntFunction<BinaryMap> map) {
    return IntStream.range(0, classes == 2 ? 1 : classes).mapToObj(map).toList();
  }

  /** Knots differ in number between classes; class 3 has a single one. */
  private static BinaryMap isotonic(int k) {
    if (k == 3) {
      return new BinaryMap.Isotonic(new double[] {0.4}, new double[] {0.25});
    }
    double[] thresholds = new double[3 + k];
    double[] values = new double[3 + k];
    for (int i = 0; i < values.length; i++) {
      thresholds[i] = Math.pow((i + 0.5) / values.length, 2);
      values[i] = i == 0 ? 0 : Math.sqrt((double) i / values.length);
    }
    return new BinaryMap.Isotonic(thresholds, values);
  }

  /** Values that also fall; all zero in low bins, so that rows become uniform. */
  private static BinaryMap histogram(int k) {
    double[] values = new double[4 + k];
    for (int b = 1; b < values.length; b++) {
      values[b] = b % 2 == 0 ? 0.3 : 0.7 / (1 + k) + 0.2;
    }
    return new BinaryMap.Histogram(values);
  }
}

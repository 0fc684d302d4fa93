package org.transcal.onnx.export;

import java.util.Arrays;
import java.util.List;
import org.transcal.io.file.InputException;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.model.AffineModel;
import org.transcal.model.BinaryMap;
import org.transcal.model.CalibrationModel;
import org.transcal.model.IdentityModel;
import org.transcal.model.OneVsRestModel;
import org.transcal.model.Parameter;
import org.transcal.model.TemperatureModel;
import org.transcal.onnx.export.AppendedNodes.Reduced;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.graph.GraphWriter.Attribute;

/** The nodes of each kind of calibration model, from logits of rank 2 to probabilities. */
final class CalibrationNodes {
  private static final int CLASS_AXIS = 1;

  /** Far enough below any logit that its exponential is 0. */
  private static final double FAR_BELOW = -1e30;

  /** Below the rest of any class but the best, which is at least 1. */
  private static final double LEAST_REST = 0.5;

  private final AppendedNodes nodes;

  CalibrationNodes(AppendedNodes nodes) {
    this.nodes = nodes;
  }

  /** Appends a model; returns the name of its probabilities. */
  String append(CalibrationModel model, String logits) {
    if (model instanceof TemperatureModel temperature) {
      return temperature(logits, temperature.temperature());
    }
    if (model instanceof AffineModel affine) {
      return softmax(affine(affine, logits));
    }
    if (model instanceof OneVsRestModel oneVsRest) {
      return oneVsRest(oneVsRest, logits);
    }
    if (model instanceof IdentityModel) {
      return softmax(fromLargest(logits));
    }
    throw new IllegalArgumentException(
        "A model of kind \""
            + model.kind()
            + "\" cannot be exported to ONNX; only the built-in kinds can");
  }

  /** Subtracting the largest logit first keeps rounding out of the probabilities. */
  private String fromLargest(String logits) {
    String largest = nodes.reduce("ReduceMax", logits, CLASS_AXIS, Reduced.KEPT);
    return nodes.add("Sub", logits, largest);
  }

  private String softmax(String scaled) {
    // With rank 2 and a given axis all versions of the operator agree.
    return nodes.add("Softmax", List.of(scaled), Attribute.of("axis", CLASS_AXIS));
  }

  private String temperature(String logits, double temperature) {
    float single = (float) temperature;
    if (nodes.arithmetic() == ElementType.FLOAT
        && !(single >= Float.MIN_NORMAL && single <= Float.MAX_VALUE)) {
      throw new InputException(
          "The model's temperature is "
              + temperature
              + ", out of range for single precision; use --arithmetic double");
    }
    return softmax(nodes.add("Div", fromLargest(logits), nodes.scalar(temperature)));
  }

  private String affine(AffineModel model, String logits) {
    double[] bias = ((Parameter.Vector) model.parameters().get("bias")).values();
    Parameter weights = model.parameters().get("weights");
    int classes = model.classes();
    String product;
    if (weights instanceof Parameter.Vector diagonal) {
      product = nodes.add("Mul", logits, nodes.constant(diagonal.values(), 1, classes));
    } else {
      double[][] rows = ((Parameter.Table) weights).rows();
      double[] transposed = new double[Math.multiplyExact(classes, classes)];
      for (int k = 0; k < classes; k++) {
        for (int j = 0; j < classes; j++) {
          transposed[j * classes + k] = rows[k][j];
        }
      }
      product = nodes.add("MatMul", logits, nodes.constant(transposed, classes, classes));
    }
    return nodes.add("Add", product, nodes.constant(bias, 1, classes));
  }

  private String oneVsRest(OneVsRestModel model, String logits) {
    int classes = model.classes();
    String odds = logOdds(logits, classes);
    String mapped = maps(model.maps(), odds);
    if (classes == 2) {
      String other = nodes.add("Sub", nodes.scalar(1), mapped);
      return nodes.add("Concat", List.of(other, mapped), Attribute.of("axis", CLASS_AXIS));
    }
    String sum = nodes.reduce("ReduceSum", mapped, CLASS_AXIS, Reduced.KEPT);
    String positive = nodes.add("Greater", sum, nodes.scalar(0));
    // Avoids 0 / 0: a NaN would be unused, but would fail checks for NaN.
    String divisor = nodes.add("Where", positive, sum, nodes.scalar(1));
    String share = nodes.add("Div", mapped, divisor);
    return nodes.add("Where", positive, share, nodes.scalar(1.0 / classes));
  }

  /**
   * {@code z_k − log Σ_{j≠k} e^{z_j}}: of class 1 if there are two, else of each class.
   *
   * <p>The sum without the best class is relative to the second best, as in core: the difference of
   * two sums would lose all digits if the best class is almost certain.
   */
  private String logOdds(String logits, int classes) {
    if (classes == 2) {
      return nodes.add("MatMul", logits, nodes.constant(new double[] {-1, 1}, 2, 1));
    }
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

  private String maps(List<BinaryMap> maps, String odds) {
    if (maps.get(0) instanceof BinaryMap.Platt) {
      double[] slopes = maps.stream().mapToDouble(map -> ((BinaryMap.Platt) map).slope()).toArray();
      double[] offsets =
          maps.stream().mapToDouble(map -> ((BinaryMap.Platt) map).offset()).toArray();
      String scaled = nodes.add("Mul", odds, nodes.constant(slopes, 1, slopes.length));
      return nodes.add(
          "Sigmoid", nodes.add("Add", scaled, nodes.constant(offsets, 1, offsets.length)));
    }
    String probability = nodes.unsqueezeLast(nodes.add("Sigmoid", odds));
    return maps.get(0) instanceof BinaryMap.Isotonic
        ? isotonic(maps.stream().map(map -> (BinaryMap.Isotonic) map).toList(), probability)
        : histogram(maps.stream().map(map -> (BinaryMap.Histogram) map).toList(), probability);
  }

  /** {@code v_0 + Σ_i (v_{i+1} − v_i) · clip((p − t_i) / (t_{i+1} − t_i), 0, 1)}. */
  private String isotonic(List<BinaryMap.Isotonic> maps, String probability) {
    int pieces = maps.stream().mapToInt(map -> map.values().length - 1).max().orElse(0);
    int most = Math.max(1, pieces);
    double[] starts = padded(maps.size(), most, 0);
    double[] widths = padded(maps.size(), most, 1);
    double[] rises = padded(maps.size(), most, 0);
    double[] first = new double[maps.size()];
    for (int k = 0; k < maps.size(); k++) {
      double[] thresholds = maps.get(k).thresholds();
      double[] values = maps.get(k).values();
      first[k] = values[0];
      for (int i = 0; i + 1 < values.length; i++) {
        starts[k * most + i] = thresholds[i];
        widths[k * most + i] = thresholds[i + 1] - thresholds[i];
        rises[k * most + i] = values[i + 1] - values[i];
      }
    }
    String from = nodes.constant(starts, 1, maps.size(), most);
    String distance = nodes.add("Sub", probability, from);
    String width = nodes.constant(widths, 1, maps.size(), most);
    String share = nodes.add("Div", distance, width);
    String low = nodes.add("Max", share, nodes.scalar(0));
    return sum(first, nodes.add("Min", low, nodes.scalar(1)), rises);
  }

  /**
   * {@code v_0 + Σ_b (v_b − v_{b−1}) · 1(p > b / B + 1e-6)}, the bins of {@link
   * ReliabilityDiagram}.
   */
  private String histogram(List<BinaryMap.Histogram> maps, String probability) {
    int bins = maps.stream().mapToInt(map -> map.values().length).max().orElse(1);
    int most = Math.max(1, bins - 1);
    double[] edges = padded(maps.size(), most, 2);
    double[] rises = padded(maps.size(), most, 0);
    double[] first = new double[maps.size()];
    for (int k = 0; k < maps.size(); k++) {
      double[] values = maps.get(k).values();
      first[k] = values[0];
      for (int b = 1; b < values.length; b++) {
        edges[k * most + b - 1] = ReliabilityDiagram.largestConfidence(b - 1, values.length);
        rises[k * most + b - 1] = values[b] - values[b - 1];
      }
    }
    String above = nodes.add("Greater", probability, nodes.constant(edges, 1, maps.size(), most));
    return sum(first, nodes.cast(above, nodes.arithmetic()), rises);
  }

  /** One value per class and piece; classes with fewer pieces are padded. */
  private static double[] padded(int classes, int pieces, double padding) {
    double[] values = new double[Math.multiplyExact(classes, pieces)];
    Arrays.fill(values, padding);
    return values;
  }

  private String sum(double[] first, String shares, double[] rises) {
    int classes = first.length;
    String rise = nodes.constant(rises, 1, classes, rises.length / classes);
    String parts = nodes.add("Mul", shares, rise);
    String sum = nodes.reduce("ReduceSum", parts, 2, Reduced.REMOVED);
    String value = nodes.add("Add", sum, nodes.constant(first, 1, classes));
    // Rounding may leave a value slightly below 0.
    return nodes.add("Max", value, nodes.scalar(0));
  }
}

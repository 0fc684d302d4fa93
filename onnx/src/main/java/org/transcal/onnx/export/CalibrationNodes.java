package org.transcal.onnx.export;

import java.util.Arrays;
import java.util.List;
import org.transcal.io.file.InputException;
import org.transcal.model.AffineModel;
import org.transcal.model.BinaryMap;
import org.transcal.model.CalibrationModel;
import org.transcal.model.IdentityModel;
import org.transcal.model.OneVsRestModel;
import org.transcal.model.Parameter;
import org.transcal.model.TemperatureModel;
import org.transcal.onnx.export.Tail.Attribute;
import org.transcal.onnx.export.Tail.Reduced;
import org.transcal.onnx.graph.ElementType;

/** What each kind of model becomes in a graph: logits of rank 2 in, probabilities out. */
final class CalibrationNodes {
  private static final int CLASS_AXIS = 1;

  private final Tail tail;

  CalibrationNodes(Tail tail) {
    this.tail = tail;
  }

  /** Appends a model; the name of its probabilities. */
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

  /** The largest logit goes first: then what rounding is left cannot move a probability. */
  private String fromLargest(String logits) {
    String largest = tail.reduce("ReduceMax", logits, CLASS_AXIS, Reduced.STAYS);
    return tail.add("Sub", List.of(logits, largest));
  }

  private String softmax(String scaled) {
    // On rank 2 with the axis given, all versions of the operator mean the same.
    return tail.add("Softmax", List.of(scaled), new Attribute("axis", CLASS_AXIS));
  }

  private String temperature(String logits, double temperature) {
    if (tail.arithmetic() == ElementType.FLOAT) {
      requireSingle("temperature", temperature);
    }
    return softmax(tail.add("Div", List.of(fromLargest(logits), tail.scalar(temperature))));
  }

  private String affine(AffineModel model, String logits) {
    double[] bias = ((Parameter.Vector) model.parameters().get("bias")).values();
    Parameter weights = model.parameters().get("weights");
    int classes = model.classes();
    String product;
    if (weights instanceof Parameter.Vector diagonal) {
      product = tail.add("Mul", List.of(logits, tail.constant(diagonal.values(), 1, classes)));
    } else {
      double[][] rows = ((Parameter.Table) weights).rows();
      double[] transposed = new double[Math.multiplyExact(classes, classes)];
      for (int k = 0; k < classes; k++) {
        for (int j = 0; j < classes; j++) {
          transposed[j * classes + k] = rows[k][j];
        }
      }
      product = tail.add("MatMul", List.of(logits, tail.constant(transposed, classes, classes)));
    }
    return tail.add("Add", List.of(product, tail.constant(bias, 1, classes)));
  }

  private String oneVsRest(OneVsRestModel model, String logits) {
    int classes = model.classes();
    String odds = new LogOddsNodes(tail).append(logits, classes);
    String mapped = maps(model.maps(), odds);
    if (classes == 2) {
      String other = tail.add("Sub", List.of(tail.scalar(1), mapped));
      return tail.add("Concat", List.of(other, mapped), new Attribute("axis", CLASS_AXIS));
    }
    String sum = tail.reduce("ReduceSum", mapped, CLASS_AXIS, Reduced.STAYS);
    String positive = tail.add("Greater", List.of(sum, tail.scalar(0)));
    // Not 0 / 0, which would be NaN and no bug but alarm whoever looks for NaN.
    String divisor = tail.add("Where", List.of(positive, sum, tail.scalar(1)));
    String share = tail.add("Div", List.of(mapped, divisor));
    return tail.add("Where", List.of(positive, share, tail.scalar(1.0 / classes)));
  }

  private String maps(List<BinaryMap> maps, String odds) {
    if (maps.get(0) instanceof BinaryMap.Platt) {
      double[] slopes = maps.stream().mapToDouble(map -> ((BinaryMap.Platt) map).slope()).toArray();
      double[] offsets =
          maps.stream().mapToDouble(map -> ((BinaryMap.Platt) map).offset()).toArray();
      String scaled = tail.add("Mul", List.of(odds, tail.constant(slopes, 1, slopes.length)));
      return tail.add(
          "Sigmoid",
          List.of(tail.add("Add", List.of(scaled, tail.constant(offsets, 1, offsets.length)))));
    }
    String probability = tail.unsqueezeLast(tail.add("Sigmoid", List.of(odds)));
    return maps.get(0) instanceof BinaryMap.Isotonic
        ? isotonic(maps.stream().map(map -> (BinaryMap.Isotonic) map).toList(), probability)
        : histogram(maps.stream().map(map -> (BinaryMap.Histogram) map).toList(), probability);
  }

  /**
   * {@code v_0 + Σ_i (v_{i+1} − v_i) · clip((p − t_i) / (t_{i+1} − t_i), 0, 1)}: each piece adds
   * its rise as far as p has come.
   */
  private String isotonic(List<BinaryMap.Isotonic> maps, String probability) {
    int pieces = maps.stream().mapToInt(map -> map.values().length - 1).max().orElse(0);
    Pieces starts = new Pieces(maps.size(), Math.max(1, pieces), 0);
    Pieces widths = new Pieces(maps.size(), Math.max(1, pieces), 1);
    Pieces rises = new Pieces(maps.size(), Math.max(1, pieces), 0);
    double[] first = new double[maps.size()];
    for (int k = 0; k < maps.size(); k++) {
      double[] thresholds = maps.get(k).thresholds();
      double[] values = maps.get(k).values();
      first[k] = values[0];
      for (int i = 0; i + 1 < values.length; i++) {
        starts.set(k, i, thresholds[i]);
        widths.set(k, i, thresholds[i + 1] - thresholds[i]);
        rises.set(k, i, values[i + 1] - values[i]);
      }
    }
    String come = tail.add("Sub", List.of(probability, starts.in(tail)));
    String share = tail.add("Div", List.of(come, widths.in(tail)));
    String low = tail.add("Max", List.of(share, tail.scalar(0)));
    String clipped = tail.add("Min", List.of(low, tail.scalar(1)));
    return sum(first, tail.add("Mul", List.of(clipped, rises.in(tail))));
  }

  /** {@code v_0 + Σ_b (v_b − v_{b−1}) · 1(p > b / B)}. */
  private String histogram(List<BinaryMap.Histogram> maps, String probability) {
    int bins = maps.stream().mapToInt(map -> map.values().length).max().orElse(1);
    Pieces edges = new Pieces(maps.size(), Math.max(1, bins - 1), 2);
    Pieces rises = new Pieces(maps.size(), Math.max(1, bins - 1), 0);
    double[] first = new double[maps.size()];
    for (int k = 0; k < maps.size(); k++) {
      double[] values = maps.get(k).values();
      first[k] = values[0];
      for (int b = 1; b < values.length; b++) {
        edges.set(k, b - 1, (double) b / values.length);
        rises.set(k, b - 1, values[b] - values[b - 1]);
      }
    }
    String above = tail.add("Greater", List.of(probability, edges.in(tail)));
    String steps = tail.cast(above, tail.arithmetic());
    return sum(first, tail.add("Mul", List.of(steps, rises.in(tail))));
  }

  private String sum(double[] first, String parts) {
    String sum = tail.reduce("ReduceSum", parts, 2, Reduced.GOES);
    String value = tail.add("Add", List.of(sum, tail.constant(first, 1, first.length)));
    // Rises and falls that cancel may leave a value a rounding below 0.
    return tail.add("Max", List.of(value, tail.scalar(0)));
  }

  /** Numbers of each class and piece; classes with fewer pieces than others are filled up. */
  private static final class Pieces {
    private final int classes;
    private final int most;
    private final double[] values;

    Pieces(int classes, int most, double filling) {
      this.classes = classes;
      this.most = most;
      this.values = new double[Math.multiplyExact(classes, most)];
      Arrays.fill(values, filling);
    }

    void set(int map, int piece, double value) {
      values[map * most + piece] = value;
    }

    String in(Tail tail) {
      return tail.constant(values, 1, classes, most);
    }
  }

  private static void requireSingle(String name, double value) {
    if (!((float) value >= Float.MIN_NORMAL && (float) value <= Float.MAX_VALUE)) {
      throw new InputException(
          "The model's "
              + name
              + " is "
              + value
              + ", which single precision cannot hold; say --arithmetic double");
    }
  }
}

package org.transcal.model;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.transcal.prediction.Logits;

/** Converts between models and their parameters, and holds the checks that models share. */
final class ModelKinds {
  private ModelKinds() {}

  static CalibrationModel build(String kind, int classes, Map<String, Parameter> parameters) {
    CalibrationModel model =
        switch (kind) {
          case "identity" -> new IdentityModel(classes);
          case "temperature" -> new TemperatureModel(classes, scalar(parameters, "temperature"));
          case "vector" ->
              AffineModel.vector(vector(parameters, "weights"), vector(parameters, "bias"));
          case "matrix" ->
              AffineModel.matrix(table(parameters, "weights"), vector(parameters, "bias"));
          case "platt" -> new OneVsRestModel(classes, plattMaps(parameters));
          case "isotonic" -> new OneVsRestModel(classes, isotonicMaps(parameters));
          case "histogram" ->
              new OneVsRestModel(
                  classes,
                  Arrays.stream(table(parameters, "values"))
                      .map(BinaryMap.Histogram::new)
                      .toList());
          default -> {
            String known = "identity, temperature, vector, matrix, platt, isotonic and histogram";
            throw new IllegalArgumentException(
                "Model kind is \"" + kind + "\"; known kinds are " + known);
          }
        };
    requireLength("classes", model.classes(), classes);
    return model;
  }

  static Map<String, Parameter> parametersOf(List<BinaryMap> maps) {
    Map<String, Parameter> parameters = new LinkedHashMap<>();
    if (maps.get(0) instanceof BinaryMap.Platt) {
      parameters.put("slope", vector(maps, map -> ((BinaryMap.Platt) map).slope()));
      parameters.put("offset", vector(maps, map -> ((BinaryMap.Platt) map).offset()));
    } else if (maps.get(0) instanceof BinaryMap.Isotonic) {
      parameters.put("thresholds", table(maps, map -> ((BinaryMap.Isotonic) map).thresholds()));
      parameters.put("values", table(maps, map -> ((BinaryMap.Isotonic) map).values()));
    } else {
      parameters.put("values", table(maps, map -> ((BinaryMap.Histogram) map).values()));
    }
    return parameters;
  }

  private static Parameter vector(List<BinaryMap> maps, ToDoubleFunction<BinaryMap> value) {
    return new Parameter.Vector(maps.stream().mapToDouble(value).toArray());
  }

  private static Parameter table(List<BinaryMap> maps, Function<BinaryMap, double[]> row) {
    return new Parameter.Table(maps.stream().map(row).toArray(double[][]::new));
  }

  private static List<BinaryMap> plattMaps(Map<String, Parameter> parameters) {
    double[] slope = vector(parameters, "slope");
    double[] offset = vector(parameters, "offset");
    requireLength("offsets", offset.length, slope.length);
    return maps(slope.length, k -> new BinaryMap.Platt(slope[k], offset[k]));
  }

  private static List<BinaryMap> isotonicMaps(Map<String, Parameter> parameters) {
    double[][] thresholds = table(parameters, "thresholds");
    double[][] values = table(parameters, "values");
    requireLength("values", values.length, thresholds.length);
    return maps(values.length, k -> new BinaryMap.Isotonic(thresholds[k], values[k]));
  }

  private static List<BinaryMap> maps(int count, IntFunction<BinaryMap> map) {
    return IntStream.range(0, count).mapToObj(map).toList();
  }

  private static double scalar(Map<String, Parameter> parameters, String name) {
    return get(parameters, name, Parameter.Scalar.class, "a number").value();
  }

  private static double[] vector(Map<String, Parameter> parameters, String name) {
    return get(parameters, name, Parameter.Vector.class, "a list of numbers").values();
  }

  private static double[][] table(Map<String, Parameter> parameters, String name) {
    return get(parameters, name, Parameter.Table.class, "a list of lists of numbers").rows();
  }

  private static <T> T get(
      Map<String, Parameter> parameters, String name, Class<T> type, String form) {
    if (!type.isInstance(parameters.get(name))) {
      throw new IllegalArgumentException("Model parameter \"" + name + "\" must be " + form);
    }
    return type.cast(parameters.get(name));
  }

  static void requireClasses(int classes) {
    if (classes < 2) {
      throw new IllegalArgumentException(
          "Model has " + classes + " class(es); at least 2 classes are needed");
    }
  }

  static void requireSameClasses(int classes, int given) {
    if (given != classes) {
      throw new IllegalArgumentException(
          "The model was fitted for " + classes + " classes but the logits have " + given);
    }
  }

  /** Checks one row as {@link Logits} checks many. */
  static void requireRow(CalibrationModel model, float[] row) {
    requireSameClasses(model.classes(), row.length);
    for (int k = 0; k < row.length; k++) {
      requireLogit("Logit", k, row[k]);
    }
  }

  static void requireLogit(String what, int label, double value) {
    if (!(Math.abs(value) <= Logits.LARGEST)) {
      throw new IllegalArgumentException(
          what + " of class " + label + " is " + value + "; it must be within ±" + Logits.LARGEST);
    }
  }

  static void requireOutput(float[] row, float[] out) {
    if (out == row || out.length != row.length) {
      String needed = "; another array of length " + row.length + " is needed";
      throw new IllegalArgumentException("Output of length " + out.length + needed);
    }
  }

  static void requireLength(String what, int actual, int expected) {
    if (actual != expected) {
      throw new IllegalArgumentException(
          "Model has " + actual + " " + what + "; " + expected + " are needed");
    }
  }

  static void requireFinite(String what, double... values) {
    requireAll(what, values, Double::isFinite, "finite");
  }

  static void requireProbabilities(String what, double... values) {
    requireAll(what, values, value -> value >= 0 && value <= 1, "in [0, 1]");
  }

  static void requireAll(String what, double[] values, DoublePredicate allowed, String rule) {
    for (double value : values) {
      if (!allowed.test(value)) {
        throw new IllegalArgumentException(
            "Model parameter " + what + " contains " + value + "; it must be " + rule);
      }
    }
  }
}

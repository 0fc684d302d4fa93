package org.transcal.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.transcal.prediction.Logits;

/** From parameters to models and back, and the checks that models share. */
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
          case "histogram" -> new OneVsRestModel(classes, histogramMaps(parameters));
          default ->
              throw new IllegalArgumentException(
                  "Model kind is \""
                      + kind
                      + "\"; known kinds are identity, temperature, vector, matrix, platt, isotonic"
                      + " and histogram");
        };
    requireLength("classes", model.classes(), classes);
    return model;
  }

  static Map<String, Parameter> parametersOf(List<BinaryMap> maps) {
    double[][] first = new double[maps.size()][];
    double[][] second = new double[maps.size()][];
    for (int k = 0; k < maps.size(); k++) {
      BinaryMap map = maps.get(k);
      if (map instanceof BinaryMap.Platt platt) {
        first[k] = new double[] {platt.slope()};
        second[k] = new double[] {platt.offset()};
      } else if (map instanceof BinaryMap.Isotonic isotonic) {
        first[k] = isotonic.thresholds();
        second[k] = isotonic.values();
      } else if (map instanceof BinaryMap.Histogram histogram) {
        first[k] = histogram.values();
      }
    }
    BinaryMap kind = maps.get(0);
    if (kind instanceof BinaryMap.Platt) {
      return OneVsRestModel.ordered("slope", flat(first), "offset", flat(second));
    }
    if (kind instanceof BinaryMap.Isotonic) {
      return OneVsRestModel.ordered(
          "thresholds", new Parameter.Table(first), "values", new Parameter.Table(second));
    }
    return Map.of("values", new Parameter.Table(first));
  }

  private static Parameter flat(double[][] singles) {
    double[] values = new double[singles.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = singles[k][0];
    }
    return new Parameter.Vector(values);
  }

  private static List<BinaryMap> plattMaps(Map<String, Parameter> parameters) {
    double[] slope = vector(parameters, "slope");
    double[] offset = vector(parameters, "offset");
    requireLength("offsets", offset.length, slope.length);
    List<BinaryMap> maps = new ArrayList<>();
    for (int k = 0; k < slope.length; k++) {
      maps.add(new BinaryMap.Platt(slope[k], offset[k]));
    }
    return maps;
  }

  private static List<BinaryMap> isotonicMaps(Map<String, Parameter> parameters) {
    double[][] thresholds = table(parameters, "thresholds");
    double[][] values = table(parameters, "values");
    requireLength("values", values.length, thresholds.length);
    List<BinaryMap> maps = new ArrayList<>();
    for (int k = 0; k < values.length; k++) {
      maps.add(new BinaryMap.Isotonic(thresholds[k], values[k]));
    }
    return maps;
  }

  private static List<BinaryMap> histogramMaps(Map<String, Parameter> parameters) {
    List<BinaryMap> maps = new ArrayList<>();
    for (double[] values : table(parameters, "values")) {
      maps.add(new BinaryMap.Histogram(values));
    }
    return maps;
  }

  private static double scalar(Map<String, Parameter> parameters, String name) {
    if (parameters.get(name) instanceof Parameter.Scalar scalar) {
      return scalar.value();
    }
    throw missing(name, "a number");
  }

  private static double[] vector(Map<String, Parameter> parameters, String name) {
    if (parameters.get(name) instanceof Parameter.Vector vector) {
      return vector.values();
    }
    throw missing(name, "a list of numbers");
  }

  private static double[][] table(Map<String, Parameter> parameters, String name) {
    if (parameters.get(name) instanceof Parameter.Table table) {
      return table.rows();
    }
    throw missing(name, "a list of lists of numbers");
  }

  private static IllegalArgumentException missing(String name, String form) {
    return new IllegalArgumentException("Model parameter \"" + name + "\" must be " + form);
  }

  static void requireClasses(int classes) {
    if (classes < 2) {
      throw new IllegalArgumentException(
          "A model of " + classes + " class(es); at least 2 classes are needed");
    }
  }

  static void requireSameClasses(int classes, Logits logits) {
    if (logits.classes() != classes) {
      throw new IllegalArgumentException(
          "The model was fitted for "
              + classes
              + " classes but the logits have "
              + logits.classes());
    }
  }

  static void requireLength(String what, int actual, int expected) {
    if (actual != expected) {
      throw new IllegalArgumentException(
          "Model has " + actual + " " + what + " where " + expected + " are needed");
    }
  }

  static void requireFinite(String what, double... values) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "Model parameter " + what + " contains " + value + "; it must be finite");
      }
    }
  }

  static void requireProbability(String what, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(
          "Model parameter " + what + " contains " + value + "; it must be in [0, 1]");
    }
  }
}

package org.transcal.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/**
 * Binary maps of a class against the rest, renormalised.
 *
 * <p>With two classes there is one map, for class 1, and nothing to renormalise; with K &gt; 2 one
 * a class. Where every map of a row gives 0, the row becomes uniform.
 */
public final class OneVsRestModel implements CalibrationModel {
  private final int classes;
  private final List<BinaryMap> maps;

  /** One map for class 1 of two classes, or one a class. All must be of one kind. */
  public OneVsRestModel(int classes, List<? extends BinaryMap> maps) {
    ModelKinds.requireClasses(classes);
    ModelKinds.requireLength("maps", maps.size(), classes == 2 ? 1 : classes);
    for (BinaryMap map : maps) {
      if (map.getClass() != maps.get(0).getClass()) {
        throw new IllegalArgumentException("All maps of a model must be of one kind");
      }
    }
    this.classes = classes;
    this.maps = List.copyOf(maps);
  }

  /** The maps. */
  public List<BinaryMap> maps() {
    return maps;
  }

  @Override
  public String kind() {
    BinaryMap first = maps.get(0);
    if (first instanceof BinaryMap.Platt) {
      return "platt";
    }
    return first instanceof BinaryMap.Isotonic ? "isotonic" : "histogram";
  }

  @Override
  public int classes() {
    return classes;
  }

  @Override
  public Map<String, Parameter> parameters() {
    return ModelKinds.parametersOf(maps);
  }

  @Override
  public Probabilities calibrate(Logits logits) {
    ModelKinds.requireSameClasses(classes, logits);
    double[] values = new double[Math.multiplyExact(logits.rows(), classes)];
    double[] odds = new double[classes];
    for (int i = 0; i < logits.rows(); i++) {
      logOdds(logits, i, odds);
      int start = i * classes;
      if (classes == 2) {
        double p = maps.get(0).apply(odds[1]);
        values[start] = 1 - p;
        values[start + 1] = p;
      } else {
        double sum = 0;
        for (int k = 0; k < classes; k++) {
          values[start + k] = maps.get(k).apply(odds[k]);
          sum += values[start + k];
        }
        for (int k = 0; k < classes; k++) {
          values[start + k] = sum > 0 ? values[start + k] / sum : 1.0 / classes;
        }
      }
    }
    return Probabilities.of(Matrix.wrap(values, logits.rows(), classes));
  }

  /**
   * log(p_k / (1 − p_k)) of each class of a row, which is {@code z_k − log Σ_{j≠k} e^{z_j}}: it
   * does not change when a constant is added to the logits, and for two classes it is their
   * difference.
   */
  public static void logOdds(Logits logits, int row, double[] odds) {
    int classes = logits.classes();
    double[] z = new double[classes];
    logits.values().copyRow(row, z);
    int best = 0;
    for (int k = 1; k < classes; k++) {
      best = z[k] > z[best] ? k : best;
    }
    int second = best == 0 ? 1 : 0;
    for (int k = 0; k < classes; k++) {
      second = k != best && z[k] > z[second] ? k : second;
    }
    // Measured from the second, the sum of all but the best is at least 1: it cannot underflow.
    double others = 0;
    for (int k = 0; k < classes; k++) {
      others += k == best ? 0 : Math.exp(z[k] - z[second]);
    }
    double behind = Math.exp(z[second] - z[best]);
    for (int k = 0; k < classes; k++) {
      if (k == best) {
        odds[k] = z[best] - z[second] - Math.log(others);
      } else {
        // The rest holds the best class, whose term is 1: the logarithm cannot fail.
        double rest = behind * Math.max(0, others - Math.exp(z[k] - z[second]));
        odds[k] = z[k] - z[best] - Math.log1p(rest);
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OneVsRestModel model
        && classes == model.classes
        && kind().equals(model.kind())
        && parameters().equals(model.parameters());
  }

  @Override
  public int hashCode() {
    return parameters().hashCode();
  }

  static Map<String, Parameter> ordered(
      String first, Parameter firstValue, String second, Parameter secondValue) {
    Map<String, Parameter> parameters = new LinkedHashMap<>();
    parameters.put(first, firstValue);
    parameters.put(second, secondValue);
    return parameters;
  }
}

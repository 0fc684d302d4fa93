package org.transcal.model;

import java.util.List;
import java.util.Map;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/**
 * One binary map per class, against the rest, renormalised.
 *
 * <p>Two classes have a single map, for class 1, and nothing to renormalise. A row for which every
 * map gives 0 becomes uniform.
 */
public final class OneVsRestModel extends RowwiseModel {
  private final int classes;
  private final List<BinaryMap> maps;

  /** One map for class 1 of two classes, else one per class, all of the same kind. */
  public OneVsRestModel(int classes, List<? extends BinaryMap> maps) {
    ModelKinds.requireClasses(classes);
    ModelKinds.requireLength("maps", maps.size(), classes == 2 ? 1 : classes);
    for (BinaryMap map : maps) {
      if (map.getClass() != maps.get(0).getClass()) {
        throw new IllegalArgumentException("All maps of a model must be of the same kind");
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
    ModelKinds.requireSameClasses(classes, logits.classes());
    double[] values = new double[Math.multiplyExact(logits.rows(), classes)];
    RowScratch scratch = new RowScratch(classes);
    for (int i = 0; i < logits.rows(); i++) {
      logits.values().copyRow(i, scratch.logits);
      calibrate(scratch);
      System.arraycopy(scratch.probabilities, 0, values, i * classes, classes);
    }
    return Probabilities.of(Matrix.wrap(values, logits.rows(), classes));
  }

  @Override
  void calibrate(RowScratch scratch) {
    double[] p = scratch.probabilities;
    logOdds(scratch.logits, classes, scratch.logOdds);
    if (classes == 2) {
      p[1] = maps.get(0).apply(scratch.logOdds[1]);
      p[0] = 1 - p[1];
      return;
    }
    double sum = 0;
    for (int k = 0; k < classes; k++) {
      p[k] = maps.get(k).apply(scratch.logOdds[k]);
      sum += p[k];
    }
    for (int k = 0; k < classes; k++) {
      p[k] = sum > 0 ? p[k] / sum : 1.0 / classes;
    }
  }

  /**
   * log(p_k / (1 − p_k)) of each class of a row, which is {@code z_k − log Σ_{j≠k} e^{z_j}}: it
   * does not change when a constant is added to the logits, and for two classes it is their
   * difference.
   */
  public static void logOdds(Logits logits, int row, double[] odds) {
    double[] z = new double[logits.classes()];
    logits.values().copyRow(row, z);
    logOdds(z, z.length, odds);
  }

  private static void logOdds(double[] z, int classes, double[] odds) {
    int best = 0;
    for (int k = 1; k < classes; k++) {
      best = z[k] > z[best] ? k : best;
    }
    int second = best == 0 ? 1 : 0;
    for (int k = 0; k < classes; k++) {
      second = k != best && z[k] > z[second] ? k : second;
    }
    // Relative to the second, the sum of all but the best is at least 1: it cannot underflow.
    double others = 0;
    for (int k = 0; k < classes; k++) {
      others += k == best ? 0 : Math.exp(z[k] - z[second]);
    }
    double behind = Math.exp(z[second] - z[best]);
    for (int k = 0; k < classes; k++) {
      if (k == best) {
        odds[k] = z[best] - z[second] - Math.log(others);
      } else {
        // The rest includes the best class, whose term is 1: the logarithm is finite.
        double rest = behind * Math.max(0, others - Math.exp(z[k] - z[second]));
        odds[k] = z[k] - z[best] - Math.log1p(rest);
      }
    }
  }
}

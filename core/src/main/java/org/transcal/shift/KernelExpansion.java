package org.transcal.shift;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;
import org.transcal.optim.Termination;

/** Σ_l θ_l·bump_l as importance weights. */
final class KernelExpansion {
  /** A ratio of 0 would have no logarithm; below this no row counts. */
  private static final double SMALLEST = 1e-9;

  private KernelExpansion() {}

  static ImportanceWeights weights(
      KernelBasis basis,
      double width,
      double[] theta,
      String name,
      double objective,
      Termination termination) {
    double[] logs = values(basis.validation(width), theta);
    Arrays.setAll(logs, i -> Math.log(Math.max(SMALLEST, logs[i])));
    double[] source = values(basis.source(width), theta);
    double[] target = values(basis.target(width), theta);
    double auc =
        RankStatistic.probabilityGreater(
            target, Frequencies.ones(target.length), source, Frequencies.ones(source.length));
    return ImportanceWeights.ofLogs(logs, name, new DomainSeparation(objective, auc, termination));
  }

  static double[] values(double[][] bumps, double[] theta) {
    double[] values = new double[bumps.length];
    for (int i = 0; i < values.length; i++) {
      double sum = 0;
      for (int l = 0; l < theta.length; l++) {
        sum += theta[l] * bumps[i][l];
      }
      values[i] = sum;
    }
    return values;
  }
}

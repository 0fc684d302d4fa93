package org.transcal.experiment;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * Whether several methods differ at all, from their ranks on each of several tasks.
 *
 * @param statistic Friedman's χ², corrected for ties; NaN if every task is one tie
 * @param pValue probability of a statistic this large if all methods are equal
 */
record FriedmanTest(double statistic, double pValue) {
  /**
   * The test.
   *
   * @param losses {@code [task][method]}; at least two of each
   */
  public static FriedmanTest of(double[][] losses) {
    int tasks = losses.length;
    int methods = tasks == 0 ? 0 : losses[0].length;
    if (tasks < 2 || methods < 2) {
      throw new IllegalArgumentException(
          tasks + " tasks and " + methods + " methods; at least two of each are needed");
    }
    double[] sums = new double[methods];
    double ties = 0;
    for (double[] task : losses) {
      Ranks ranks = Ranks.of(task);
      ties += ranks.tieTerm();
      for (int m = 0; m < methods; m++) {
        sums[m] += ranks.values()[m];
      }
    }
    double squares = 0;
    for (double sum : sums) {
      squares += sum * sum;
    }
    double k = methods;
    double n = tasks;
    double plain = 12 / (k * n * (k + 1)) * squares - 3 * n * (k + 1);
    double statistic = plain / (1 - ties / (k * (k * k - 1) * n));
    return new FriedmanTest(
        statistic,
        Double.isNaN(statistic)
            ? 1
            : ChiSquaredDistribution.of(k - 1).survivalProbability(statistic));
  }
}

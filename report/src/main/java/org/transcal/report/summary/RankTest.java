package org.transcal.report.summary;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.transcal.matrix.Order;

/**
 * A test on ranks.
 *
 * @param statistic Friedman's χ², or the smaller of Wilcoxon's two sums of ranks
 * @param pValue probability of a statistic this far from the expected one if nothing differs
 */
public record RankTest(double statistic, double pValue) {
  private static final int MOST_EXACT = 50;

  /**
   * Ranks of values from 1, the smallest; equal values share the mean of their ranks.
   *
   * @param values one rank per value
   * @param tieTerm Σ (t³ − t) over groups of t equal values, which tests on ranks correct for
   */
  record Ranks(double[] values, double tieTerm) {
    static Ranks of(double[] x) {
      int[] order = Order.ascending(x);
      double[] ranks = new double[x.length];
      double ties = 0;
      for (int from = 0; from < x.length; ) {
        int to = from + 1;
        while (to < x.length && x[order[to]] == x[order[from]]) {
          to++;
        }
        double size = to - from;
        for (int i = from; i < to; i++) {
          ranks[order[i]] = (from + 1 + to) / 2.0;
        }
        ties += size * size * size - size;
        from = to;
      }
      return new Ranks(ranks, ties);
    }
  }

  /**
   * Whether several methods differ at all: Friedman's test, corrected for ties; its statistic is
   * NaN if every task is one tie.
   *
   * @param losses {@code [task][method]}; at least two of each
   */
  static RankTest friedman(double[][] losses) {
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
      ties += ranks.tieTerm;
      Arrays.setAll(sums, m -> sums[m] + ranks.values[m]);
    }
    double squares = 0;
    for (double sum : sums) {
      squares += sum * sum;
    }
    double k = methods;
    double n = tasks;
    double plain = 12 / (k * n * (k + 1)) * squares - 3 * n * (k + 1);
    double statistic = plain / (1 - ties / (k * (k * k - 1) * n));
    return new RankTest(
        statistic,
        Double.isNaN(statistic)
            ? 1
            : ChiSquaredDistribution.of(k - 1).survivalProbability(statistic));
  }

  /**
   * Whether paired differences, one per task, are centred at 0: Wilcoxon's signed-rank test,
   * two-sided. Differences of 0 are left out. Without equal differences and up to {@value
   * #MOST_EXACT} of them the probability is exact, otherwise that of a normal distribution,
   * corrected for ties.
   */
  public static RankTest wilcoxon(double... differences) {
    double[] nonZero = Arrays.stream(differences).filter(d -> d != 0).toArray();
    int n = nonZero.length;
    if (n == 0) {
      return new RankTest(0, 1);
    }
    Ranks ranks = Ranks.of(Arrays.stream(nonZero).map(Math::abs).toArray());
    double positive = 0;
    for (int i = 0; i < n; i++) {
      positive += nonZero[i] > 0 ? ranks.values[i] : 0;
    }
    double statistic = Math.min(positive, n * (n + 1) / 2.0 - positive);
    double p =
        n <= MOST_EXACT && ranks.tieTerm == 0
            ? exact(n, (int) Math.round(statistic))
            : normal(n, statistic, ranks.tieTerm);
    return new RankTest(statistic, p);
  }

  /** Twice the share of the 2ⁿ choices of signs whose positive ranks add up to at most s. */
  private static double exact(int n, int s) {
    // Sums of counts stay below 2^50, so that doubles hold them exactly.
    double[] choices = new double[n * (n + 1) / 2 + 1];
    choices[0] = 1;
    for (int rank = 1; rank <= n; rank++) {
      for (int sum = choices.length - 1; sum >= rank; sum--) {
        choices[sum] += choices[sum - rank];
      }
    }
    double below = 0;
    for (int sum = 0; sum <= s; sum++) {
      below += choices[sum];
    }
    return Math.min(1, 2 * below / Math.pow(2, n));
  }

  private static double normal(double n, double statistic, double ties) {
    double mean = n * (n + 1) / 4;
    double variance = n * (n + 1) * (2 * n + 1) / 24 - ties / 48;
    double z = (statistic - mean) / Math.sqrt(variance);
    return Math.min(1, 2 * NormalDistribution.of(0, 1).cumulativeProbability(z));
  }

  /**
   * Holm's correction for testing several hypotheses at once.
   *
   * @return the corrected probabilities, in the order given
   */
  public static double[] holm(double... pValues) {
    int[] order = Order.ascending(pValues);
    double[] corrected = new double[pValues.length];
    double largest = 0;
    for (int i = 0; i < order.length; i++) {
      largest = Math.max(largest, Math.min(1, (order.length - i) * pValues[order[i]]));
      corrected[order[i]] = largest;
    }
    return corrected;
  }
}

package org.transcal.experiment;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.transcal.matrix.Order;

/**
 * Whether paired differences are centred at 0: the signed-rank test of Wilcoxon, two-sided.
 *
 * <p>Differences of 0 are left out. Without equal differences and up to {@value #MOST_EXACT} of
 * them the probability is exact, otherwise that of a normal distribution, corrected for ties.
 *
 * @param statistic the smaller of the two sums of ranks
 * @param pValue probability of a statistic this small if differences are centred at 0
 */
public record WilcoxonSignedRank(double statistic, double pValue) {
  private static final int MOST_EXACT = 50;

  /** The test of differences, one per task. */
  public static WilcoxonSignedRank of(double... differences) {
    double[] nonZero = Arrays.stream(differences).filter(d -> d != 0).toArray();
    int n = nonZero.length;
    if (n == 0) {
      return new WilcoxonSignedRank(0, 1);
    }
    Ranks ranks = Ranks.of(Arrays.stream(nonZero).map(Math::abs).toArray());
    double positive = 0;
    for (int i = 0; i < n; i++) {
      positive += nonZero[i] > 0 ? ranks.values()[i] : 0;
    }
    double statistic = Math.min(positive, n * (n + 1) / 2.0 - positive);
    double p =
        n <= MOST_EXACT && ranks.tieTerm() == 0
            ? exact(n, (int) Math.round(statistic))
            : normal(n, statistic, ranks.tieTerm());
    return new WilcoxonSignedRank(statistic, p);
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

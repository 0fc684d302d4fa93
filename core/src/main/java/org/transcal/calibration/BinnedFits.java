package org.transcal.calibration;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Order;
import org.transcal.model.BinaryMap;

/** Binary maps that average labels over ranges of the probability. */
final class BinnedFits {
  private static final int BINS = 15;

  private BinnedFits() {}

  /** Mean label in each bin; an empty bin keeps its centre, which changes least. */
  static BinaryMap.Histogram histogram(double[] odds, double[] positive, Frequencies frequencies) {
    double[] count = new double[BINS];
    double[] sum = new double[BINS];
    for (int i = 0; i < odds.length; i++) {
      int bin = Kernels.equalWidthBin(BinaryMap.sigmoid(odds[i]), BINS);
      count[bin] += frequencies.get(i);
      sum[bin] += frequencies.get(i) * positive[i];
    }
    double[] values = new double[BINS];
    Arrays.setAll(values, b -> count[b] > 0 ? sum[b] / count[b] : (b + 0.5) / BINS);
    return new BinaryMap.Histogram(values);
  }

  /**
   * Least-squares non-decreasing fit: rows of equal probability are one row first, then neighbours
   * that violate the order are pooled. Both ends of every pool become knots.
   */
  static BinaryMap.Isotonic isotonic(double[] odds, double[] positive, Frequencies frequencies) {
    double[] probability = Arrays.stream(odds).map(BinaryMap::sigmoid).toArray();
    int[] order =
        Arrays.stream(Order.ascending(probability)).filter(i -> frequencies.get(i) > 0).toArray();
    double[] from = new double[order.length];
    double[] to = new double[order.length];
    double[] sum = new double[order.length];
    double[] count = new double[order.length];
    int pools = 0;
    for (int at = 0; at < order.length; ) {
      double p = probability[order[at]];
      double tiedSum = 0;
      double tiedCount = 0;
      while (at < order.length && probability[order[at]] == p) {
        tiedSum += frequencies.get(order[at]) * positive[order[at]];
        tiedCount += frequencies.get(order[at]);
        at++;
      }
      from[pools] = p;
      to[pools] = p;
      sum[pools] = tiedSum;
      count[pools] = tiedCount;
      pools++;
      while (pools > 1 && sum[pools - 2] * count[pools - 1] >= sum[pools - 1] * count[pools - 2]) {
        pools--;
        to[pools - 1] = to[pools];
        sum[pools - 1] += sum[pools];
        count[pools - 1] += count[pools];
      }
    }
    return knots(from, to, sum, count, pools);
  }

  private static BinaryMap.Isotonic knots(
      double[] from, double[] to, double[] sum, double[] count, int pools) {
    double[] thresholds = new double[2 * pools];
    double[] values = new double[2 * pools];
    int knots = 0;
    for (int b = 0; b < pools; b++) {
      double value = Math.max(0, Math.min(1, sum[b] / count[b]));
      // Pools rise strictly, but their ratios may round to the same or a lower double.
      value = knots > 0 ? Math.max(value, values[knots - 1]) : value;
      thresholds[knots] = from[b];
      values[knots++] = value;
      if (to[b] > from[b]) {
        thresholds[knots] = to[b];
        values[knots++] = value;
      }
    }
    return new BinaryMap.Isotonic(Arrays.copyOf(thresholds, knots), Arrays.copyOf(values, knots));
  }
}

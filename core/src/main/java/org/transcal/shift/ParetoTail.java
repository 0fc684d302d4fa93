package org.transcal.shift;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Order;

/**
 * Shape of a generalised Pareto distribution fitted to the largest weights, as Pareto-smoothed
 * importance sampling does: the profile-likelihood average of Zhang and Stephens (2009), pulled
 * towards 0.5 by a prior worth ten observations.
 */
final class ParetoTail {
  private static final double TAIL_SHARE = 0.2;
  private static final int SMALLEST_TAIL = 5;
  private static final double PRIOR_SHAPE = 0.5;
  private static final double PRIOR_COUNT = 10;
  private static final int BASE_GRID = 30;

  private ParetoTail() {}

  /** Empty if the tail has fewer than five rows or does not rise above the rest. */
  static OptionalDouble shape(double[] values, Frequencies frequencies) {
    int[] order =
        Arrays.stream(Order.ascending(values)).filter(i -> frequencies.get(i) > 0).toArray();
    double wanted = Math.ceil(TAIL_SHARE * frequencies.total());
    double count = 0;
    int first = order.length;
    while (first > 0 && count < wanted) {
      count += frequencies.get(order[--first]);
    }
    // Copies of the last row beyond the tail count as the rest, as other rows would.
    boolean nothingBelow = first == 0 && count <= wanted;
    if (wanted < SMALLEST_TAIL || nothingBelow) {
      return OptionalDouble.empty();
    }
    int[] tail = Arrays.copyOfRange(order, first, order.length);
    double threshold = values[order[count > wanted ? first : first - 1]];
    double[] excess = Arrays.stream(tail).mapToDouble(i -> values[i] - threshold).toArray();
    double[] counts = Arrays.stream(tail).mapToDouble(frequencies::get).toArray();
    // The last tail row counts only as far as the tail reaches, as it would if duplicated.
    counts[0] -= count - wanted;
    return excess[tail.length - 1] > 0
        ? OptionalDouble.of(fit(excess, counts, wanted))
        : OptionalDouble.empty();
  }

  private static double fit(double[] excess, double[] count, double total) {
    int grid = BASE_GRID + (int) Math.floor(Math.sqrt(total));
    double scale = positiveQuantile(excess, count, Math.floor(total / 4 + 0.5));
    double largest = excess[excess.length - 1];
    double[] theta = new double[grid];
    double[] profile = new double[grid];
    for (int j = 0; j < grid; j++) {
      theta[j] = 1 / largest + (1 - Math.sqrt(grid / (j + 0.5))) / (3 * scale);
      double shape = meanLog(excess, count, total, theta[j]);
      profile[j] = total * (Math.log(-theta[j] / shape) - shape - 1);
    }
    double best = Arrays.stream(profile).filter(Double::isFinite).max().orElse(0);
    double sum = 0;
    double weighted = 0;
    for (int j = 0; j < grid; j++) {
      double weight = Double.isFinite(profile[j]) ? Math.exp(profile[j] - best) : 0;
      sum += weight;
      weighted += weight * theta[j];
    }
    double shape = meanLog(excess, count, total, weighted / sum);
    return (shape * total + PRIOR_SHAPE * PRIOR_COUNT) / (total + PRIOR_COUNT);
  }

  private static double meanLog(double[] excess, double[] count, double total, double theta) {
    double sum = 0;
    for (int i = 0; i < excess.length; i++) {
      sum += count[i] * Math.log1p(-theta * excess[i]);
    }
    return sum / total;
  }

  /** The value of a rank; the smallest positive one if that is 0, as in a flat lower tail. */
  private static double positiveQuantile(double[] sorted, double[] count, double rank) {
    double seen = 0;
    for (int i = 0; i < sorted.length; i++) {
      seen += count[i];
      if (seen >= rank && sorted[i] > 0) {
        return sorted[i];
      }
    }
    return sorted[sorted.length - 1];
  }
}

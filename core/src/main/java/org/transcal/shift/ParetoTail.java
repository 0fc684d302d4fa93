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
    double[] largestFirst = Arrays.stream(values).map(value -> -value).toArray();
    int[] order =
        Arrays.stream(Order.ascending(largestFirst)).filter(i -> frequencies.get(i) > 0).toArray();
    double wanted = Math.ceil(TAIL_SHARE * frequencies.total());
    double count = 0;
    int rows = 0;
    while (rows < order.length && count < wanted) {
      count += frequencies.get(order[rows]);
      rows++;
    }
    // Copies of the last row that the tail leaves behind are the rest, as other rows would be.
    boolean nothingBelow = rows == order.length && count <= wanted;
    if (wanted < SMALLEST_TAIL || nothingBelow) {
      return OptionalDouble.empty();
    }
    // The last tail row counts only as far as the tail reaches, as it would if duplicated.
    double[] tailCount = new double[rows];
    for (int i = 0; i < rows; i++) {
      tailCount[i] = frequencies.get(order[i]);
    }
    tailCount[rows - 1] -= count - wanted;
    double threshold = count > wanted ? values[order[rows - 1]] : values[order[rows]];
    double[] excess = new double[rows];
    for (int i = 0; i < rows; i++) {
      excess[i] = values[order[rows - 1 - i]] - threshold;
    }
    reverse(tailCount);
    if (!(excess[rows - 1] > 0)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(fit(excess, tailCount, wanted));
  }

  private static double fit(double[] excess, double[] count, double total) {
    int grid = BASE_GRID + (int) Math.floor(Math.sqrt(total));
    double quartile = quantile(excess, count, Math.floor(total / 4 + 0.5));
    double largest = excess[excess.length - 1];
    // A flat lower tail has a zero quartile; the smallest positive excess keeps the grid finite.
    double scale = quartile > 0 ? quartile : smallestPositive(excess);
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
      if (Double.isFinite(profile[j])) {
        double weight = Math.exp(profile[j] - best);
        sum += weight;
        weighted += weight * theta[j];
      }
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

  private static double quantile(double[] sorted, double[] count, double rank) {
    double seen = 0;
    for (int i = 0; i < sorted.length; i++) {
      seen += count[i];
      if (seen >= rank) {
        return sorted[i];
      }
    }
    return sorted[sorted.length - 1];
  }

  private static double smallestPositive(double[] sorted) {
    return Arrays.stream(sorted).filter(x -> x > 0).findFirst().orElseThrow();
  }

  private static void reverse(double[] values) {
    for (int i = 0, j = values.length - 1; i < j; i++, j--) {
      double swap = values[i];
      values[i] = values[j];
      values[j] = swap;
    }
  }
}

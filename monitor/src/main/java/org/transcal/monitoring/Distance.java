package org.transcal.monitoring;

import java.util.Arrays;

/** Distances between two samples. */
final class Distance {
  private Distance() {}

  /** Kolmogorov-Smirnov: the largest difference between the two shares of values up to any x. */
  static double kolmogorovSmirnov(double[] ascending, double[] others) {
    double largest = 0;
    int i = 0;
    int j = 0;
    while (i < ascending.length && j < others.length) {
      double x = Math.min(ascending[i], others[j]);
      while (i < ascending.length && ascending[i] <= x) {
        i++;
      }
      while (j < others.length && others[j] <= x) {
        j++;
      }
      double gap = (double) i / ascending.length - (double) j / others.length;
      largest = Math.max(largest, Math.abs(gap));
    }
    return largest;
  }

  /** Half the sum of absolute differences of shares. */
  static double totalVariation(double[] shares, double[] others) {
    double sum = 0;
    for (int k = 0; k < shares.length; k++) {
      sum += Math.abs(shares[k] - others[k]);
    }
    return sum / 2;
  }

  /** The value in the middle of each of {@code count} equally large parts of ascending values. */
  static double[] quantiles(double[] ascending, int count) {
    double[] quantiles = new double[count];
    Arrays.setAll(quantiles, i -> ascending[(int) ((i + 0.5) / count * ascending.length)]);
    return quantiles;
  }
}

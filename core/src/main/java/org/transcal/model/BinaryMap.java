package org.transcal.model;

import java.util.Arrays;
import org.transcal.kernel.Kernels;

/** A map from the log odds or the probability of one class to a calibrated probability. */
public sealed interface BinaryMap {
  /**
   * The calibrated probability.
   *
   * @param logOdds the natural log odds of the class, possibly infinite
   */
  double apply(double logOdds);

  /** {@code 1 / (1 + exp(−(slope · logOdds + offset)))}. */
  record Platt(double slope, double offset) implements BinaryMap {
    /** Checks that both numbers are finite. */
    public Platt {
      ModelKinds.requireFinite("slope and offset", slope, offset);
    }

    @Override
    public double apply(double logOdds) {
      // A slope of 0 ignores the odds, even infinite ones: 0 · ∞ would be NaN.
      return sigmoid((slope == 0 ? 0 : slope * logOdds) + offset);
    }
  }

  /**
   * Piecewise linear between increasing probabilities {@code thresholds}, constant outside them,
   * with non-decreasing {@code values}.
   */
  final class Isotonic implements BinaryMap {
    private final double[] thresholds;
    private final double[] values;

    /** Copies and checks the knots. */
    public Isotonic(double[] thresholds, double[] values) {
      ModelKinds.requireLength("values", values.length, thresholds.length);
      if (thresholds.length == 0) {
        throw new IllegalArgumentException("An isotonic map needs at least one threshold");
      }
      for (int i = 0; i < values.length; i++) {
        ModelKinds.requireProbability("values", values[i]);
        if (i > 0 && !(thresholds[i] > thresholds[i - 1] && values[i] >= values[i - 1])) {
          throw new IllegalArgumentException(
              "Isotonic knot "
                  + i
                  + " is "
                  + knot(thresholds, values, i)
                  + " after "
                  + knot(thresholds, values, i - 1)
                  + "; thresholds must increase and values must not fall");
        }
      }
      ModelKinds.requireFinite("thresholds", thresholds);
      this.thresholds = thresholds.clone();
      this.values = values.clone();
    }

    private static String knot(double[] thresholds, double[] values, int i) {
      return "(" + thresholds[i] + ", " + values[i] + ")";
    }

    /** A copy of the thresholds. */
    public double[] thresholds() {
      return thresholds.clone();
    }

    /** A copy of the values. */
    public double[] values() {
      return values.clone();
    }

    @Override
    public double apply(double logOdds) {
      double probability = sigmoid(logOdds);
      int at = Arrays.binarySearch(thresholds, probability);
      if (at >= 0) {
        return values[at];
      }
      int above = -at - 1;
      if (above == 0) {
        return values[0];
      }
      if (above == thresholds.length) {
        return values[above - 1];
      }
      double share =
          (probability - thresholds[above - 1]) / (thresholds[above] - thresholds[above - 1]);
      return values[above - 1] + share * (values[above] - values[above - 1]);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Isotonic map
          && Arrays.equals(thresholds, map.thresholds)
          && Arrays.equals(values, map.values);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(thresholds) + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
      return "Isotonic" + Arrays.toString(thresholds) + "→" + Arrays.toString(values);
    }
  }

  /** One value for each of equally wide bins (lo, hi] of the probability. */
  final class Histogram implements BinaryMap {
    private final double[] values;

    /** Copies and checks one value per bin. */
    public Histogram(double... values) {
      if (values.length == 0) {
        throw new IllegalArgumentException("A histogram needs at least one bin");
      }
      for (double value : values) {
        ModelKinds.requireProbability("values", value);
      }
      this.values = values.clone();
    }

    /** A copy of the values. */
    public double[] values() {
      return values.clone();
    }

    @Override
    public double apply(double logOdds) {
      return values[Kernels.equalWidthBin(sigmoid(logOdds), values.length)];
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Histogram map && Arrays.equals(values, map.values);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
      return "Histogram" + Arrays.toString(values);
    }
  }

  /** 1 / (1 + e^−x), exact at both ends. */
  static double sigmoid(double x) {
    return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x));
  }
}

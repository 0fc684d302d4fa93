package org.transcal.model;

import java.util.Arrays;
import org.transcal.metric.ReliabilityDiagram;

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
   * Piecewise linear between increasing probabilities, the thresholds, and constant outside them,
   * with non-decreasing values.
   */
  record Isotonic(Parameter.Vector knots, Parameter.Vector heights) implements BinaryMap {
    /** Checks the knots. */
    public Isotonic {
      double[] x = knots.values;
      double[] y = heights.values;
      ModelKinds.requireLength("values", y.length, x.length);
      if (x.length == 0) {
        throw new IllegalArgumentException("An isotonic map needs at least one threshold");
      }
      ModelKinds.requireProbabilities("values", y);
      for (int i = 1; i < y.length; i++) {
        if (!(x[i] > x[i - 1] && y[i] >= y[i - 1])) {
          String last = " after (" + x[i - 1] + ", " + y[i - 1] + ")";
          String knot = "Isotonic knot " + i + " is (" + x[i] + ", " + y[i] + ")" + last;
          throw new IllegalArgumentException(
              knot + "; thresholds must increase and values must not fall");
        }
      }
      ModelKinds.requireFinite("thresholds", x);
    }

    /** Copies and checks the knots. */
    public Isotonic(double[] thresholds, double[] values) {
      this(new Parameter.Vector(thresholds), new Parameter.Vector(values));
    }

    /** A copy of the thresholds. */
    public double[] thresholds() {
      return knots.values();
    }

    /** A copy of the values. */
    public double[] values() {
      return heights.values();
    }

    @Override
    public double apply(double logOdds) {
      double[] x = knots.values;
      double[] y = heights.values;
      double probability = sigmoid(logOdds);
      int at = Arrays.binarySearch(x, probability);
      int above = at >= 0 ? at : -at - 1;
      if (at >= 0 || above == 0 || above == x.length) {
        return y[Math.min(above, x.length - 1)];
      }
      double share = (probability - x[above - 1]) / (x[above] - x[above - 1]);
      return y[above - 1] + share * (y[above] - y[above - 1]);
    }
  }

  /** One value for each of equally wide bins (lo, hi] of the probability. */
  record Histogram(Parameter.Vector bins) implements BinaryMap {
    /** Checks one value per bin. */
    public Histogram {
      if (bins.values.length == 0) {
        throw new IllegalArgumentException("A histogram needs at least one bin");
      }
      ModelKinds.requireProbabilities("values", bins.values);
    }

    /** Copies and checks one value per bin. */
    public Histogram(double... values) {
      this(new Parameter.Vector(values));
    }

    /** A copy of the values. */
    public double[] values() {
      return bins.values();
    }

    @Override
    public double apply(double logOdds) {
      return bins.values[ReliabilityDiagram.binOf(sigmoid(logOdds), bins.values.length)];
    }
  }

  /** 1 / (1 + e^−x), exact at both ends. */
  static double sigmoid(double x) {
    return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x));
  }
}

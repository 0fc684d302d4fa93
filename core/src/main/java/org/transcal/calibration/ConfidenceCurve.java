package org.transcal.calibration;

import java.util.Arrays;
import org.transcal.calibration.TargetConfidence.Mean;
import org.transcal.kernel.Kernels;
import org.transcal.optim.RootFinder;
import org.transcal.task.Target;

/**
 * Mean target confidence as a function of temperature: it falls from its value at {@link #LOWEST}
 * towards 1/K, so each value in between belongs to one temperature.
 *
 * <p>It is smooth in ln T, so exact values with slopes at knots, and cubics between them, stand in
 * for it wherever a choice is being made; {@link #temperature} is exact. Knots are computed when
 * first needed: a search looks at a dozen of them.
 */
final class ConfidenceCurve {
  /** Smallest temperature TransCal considers. */
  static final double LOWEST = 1;

  /** Largest temperature TransCal considers. */
  static final double HIGHEST = 1e6;

  /** Absolute accuracy of ln T; confidence moves by less than this. */
  private static final double LOG_TOLERANCE = 1e-13;

  /** Square of a Newton step in ln T after which what is left does not show in any gap. */
  private static final double SQUARE_TOLERANCE = 1e-11;

  /** Where the knots become sparse: beyond this confidence is nearly 1/K. */
  private static final double FAR = 64;

  private static final int NEAR_KNOTS = 25;
  private static final int FAR_KNOTS = 15;

  /** Farther apart than this, a value from a search decides as well as an exact one. */
  private static final double NEAR = 1e-4;

  private static final int NEWTON_LIMIT = 8;

  /** Knots that slopes may choose before bisection takes over. */
  private static final int GUESSES = 4;

  /** Knots that a slope may skip: it says little about temperatures several times higher. */
  private static final int FARTHEST = 8;

  /** Slopes flatter than this point nowhere. */
  private static final double LEAST_SLOPE = 1e-3;

  private final TargetConfidence target;
  private final double[] logT = new double[NEAR_KNOTS + FAR_KNOTS];
  private final double[] values = new double[NEAR_KNOTS + FAR_KNOTS];
  private final double[] slopes = new double[NEAR_KNOTS + FAR_KNOTS];
  private final boolean[] exact = new boolean[NEAR_KNOTS + FAR_KNOTS];

  ConfidenceCurve(Target target) {
    this(TargetConfidence.of(target));
  }

  ConfidenceCurve(TargetConfidence target) {
    this.target = target;
    double nearStep = Math.log(FAR / LOWEST) / (NEAR_KNOTS - 1);
    double farStep = Math.log(HIGHEST / FAR) / FAR_KNOTS;
    for (int i = 0; i < logT.length; i++) {
      logT[i] =
          i < NEAR_KNOTS
              ? Math.log(LOWEST) + i * nearStep
              : Math.log(FAR) + (i - NEAR_KNOTS + 1) * farStep;
    }
    logT[logT.length - 1] = Math.log(HIGHEST);
    Arrays.fill(values, Double.NaN);
  }

  /** Mean confidence at a knot; its slope is known from then on, too. */
  private double value(int knot) {
    if (Double.isNaN(values[knot])) {
      Mean mean = target.nearly(Math.exp(logT[knot]));
      values[knot] = mean.confidence();
      slopes[knot] = mean.slope();
    }
    return values[knot];
  }

  /** Mean confidence at a temperature. */
  double at(double temperature) {
    return target.confidenceAt(temperature);
  }

  /** Mean confidence and its slope in ln T at a temperature. */
  Mean meanAt(double temperature) {
    return target.at(temperature);
  }

  /** Second derivative in ln T of {@link #interpolated}, good to a few digits. */
  double curvature(double temperature) {
    double x = Math.log(temperature);
    int right = knotFrom(x);
    double width = logT[right] - logT[right - 1];
    double share = (x - logT[right - 1]) / width;
    double rise = (value(right) - value(right - 1)) / width;
    return (rise * (6 - 12 * share)
            + slopes[right - 1] * (6 * share - 4)
            + slopes[right] * (6 * share - 2))
        / width;
  }

  /** Mean confidence at {@link #LOWEST}, exact where the given one is near it. */
  double highest(double near) {
    return end(0, near);
  }

  /**
   * Mean confidence at {@link #HIGHEST}, exact where the given one is near it; or a confidence
   * between the two, which compares with the given one as it does, and may be known already.
   */
  double lowest(double near) {
    int last = values.length - 1;
    if (Double.isNaN(values[last])) {
      for (double known : values) {
        if (known < near - NEAR) {
          return known;
        }
      }
      double likely = value(guess(0, last, near));
      if (likely < near - NEAR) {
        return likely;
      }
    }
    return end(last, near);
  }

  private double end(int knot, double near) {
    if (!exact[knot] && Math.abs(value(knot) - near) <= NEAR) {
      values[knot] = at(Math.exp(logT[knot]));
      exact[knot] = true;
    }
    return value(knot);
  }

  /** Whether a temperature has this mean confidence but for rounding; looks closely if need be. */
  boolean isAt(double temperature, double confidence, double rounding) {
    return Math.abs(interpolated(temperature) - confidence) <= NEAR
        && Math.abs(at(temperature) - confidence) <= rounding;
  }

  /** Whether a temperature within the bounds has this mean confidence. */
  boolean reaches(double confidence) {
    return confidence <= highest(confidence) && confidence >= lowest(confidence);
  }

  /** Mean confidence between the knots, good to about six digits. */
  double interpolated(double temperature) {
    double x = Math.max(logT[0], Math.min(logT[logT.length - 1], Math.log(temperature)));
    int right = knotFrom(x);
    return logT[right] <= x + LOG_TOLERANCE ? value(right) : cubic(right, x);
  }

  /** The first knot after the first that is not left of ln T. */
  private int knotFrom(double x) {
    int right = 1;
    while (right < logT.length - 1 && logT[right] < x - LOG_TOLERANCE) {
      right++;
    }
    return right;
  }

  /** The temperature at which {@link #interpolated} is a value that is {@link #reaches reached}. */
  double interpolatedTemperature(double confidence) {
    int right = rightKnot(confidence);
    return Math.exp(
        RootFinder.find(x -> cubic(right, x) - confidence, logT[right - 1], logT[right], 1e-12));
  }

  /**
   * The temperature of a mean confidence that is {@link #reaches reached}: Newton steps from the
   * interpolated one, the first in the precision of a search, so that one exact one is nearly
   * always enough: each leaves about the square of its length.
   */
  double temperature(double confidence) {
    int right = rightKnot(confidence);
    double x = Math.log(interpolatedTemperature(confidence));
    x = within(right, x + step(target.nearly(Math.exp(x)), confidence));
    for (int i = 0; i < NEWTON_LIMIT && !Double.isNaN(x); i++) {
      double step = step(target.at(Math.exp(x)), confidence);
      if (step * step <= SQUARE_TOLERANCE) {
        return bounded(x + step);
      }
      x = within(right, x + step);
    }
    return bounded(
        RootFinder.find(
            logarithm -> at(Math.exp(logarithm)) - confidence,
            logT[right - 1],
            logT[right],
            LOG_TOLERANCE));
  }

  /** How far to go in ln T; NaN where the slope points nowhere. */
  private static double step(Mean mean, double confidence) {
    return mean.slope() < 0 ? (confidence - mean.confidence()) / mean.slope() : Double.NaN;
  }

  private double within(int right, double x) {
    return Math.max(logT[right - 1], Math.min(logT[right], x));
  }

  private static double bounded(double logTemperature) {
    return Math.max(LOWEST, Math.min(HIGHEST, Math.exp(logTemperature)));
  }

  /** The cubic between knots {@code right − 1} and {@code right} with their values and slopes. */
  private double cubic(int right, double x) {
    double width = logT[right] - logT[right - 1];
    return Kernels.hermite(
        (x - logT[right - 1]) / width,
        width,
        value(right - 1),
        slopes[right - 1],
        value(right),
        slopes[right]);
  }

  /**
   * The first knot after the first whose confidence is not above the given one: a bisection that
   * looks first where the slope at its lower end points.
   */
  private int rightKnot(double confidence) {
    int low = 0;
    int high = logT.length - 1;
    for (int tries = 0; high - low > 1; tries++) {
      int middle = tries < GUESSES ? guess(low, high, confidence) : (low + high) / 2;
      if (value(middle) > confidence) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** A knot strictly between two. */
  private int guess(int low, int high, double confidence) {
    double x = logT[low] + (confidence - value(low)) / Math.min(slopes[low], -LEAST_SLOPE);
    int farthest = Math.min(high - 1, low + FARTHEST);
    int knot = low + 1;
    while (knot < farthest && logT[knot] < x) {
      knot++;
    }
    return knot;
  }
}

package org.transcal.calibration;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.transcal.calibration.TargetConfidence.Mean;
import org.transcal.optim.BracketedNewton;

/**
 * Mean target confidence as a function of temperature, interpolated: it falls from its value at
 * {@link #LOWEST} towards 1/K, so each value in between belongs to one temperature.
 *
 * <p>Cubics in ln T between knots with known value and slope are good to about four digits. A knot
 * is evaluated when first needed. {@link #exactAt} corrects the curve near one temperature.
 *
 * <p>Cost: one pass over the target per knot and per correction.
 */
final class ConfidenceCurve {
  /** Smallest temperature TransCal considers. */
  static final double LOWEST = 1;

  /** Largest temperature TransCal considers. */
  static final double HIGHEST = 1e6;

  /** Two per octave up to 64, then one: beyond, confidence is nearly 1/K. */
  private static final double[] KNOTS =
      DoubleStream.concat(
              DoubleStream.iterate(LOWEST, t -> t < HIGHEST, t -> t * (t < 64 ? Math.sqrt(2) : 2)),
              DoubleStream.of(HIGHEST))
          .toArray();

  private static final double[] LOG_T = Arrays.stream(KNOTS).map(Math::log).toArray();
  private static final int LAST = KNOTS.length - 1;

  /** Absolute accuracy of ln T. */
  private static final double LOG_TOLERANCE = 1e-13;

  private static final int LIMIT = 200;

  private final TargetConfidence target;

  /** Shared with corrected curves; null if not evaluated yet. */
  private final Mean[] knots;

  private final double center;
  private final double offset;
  private final double tilt;

  private ConfidenceCurve(
      TargetConfidence target, Mean[] knots, double center, double offset, double tilt) {
    this.target = target;
    this.knots = knots;
    this.center = center;
    this.offset = offset;
    this.tilt = tilt;
  }

  ConfidenceCurve(TargetConfidence target) {
    this(target, new Mean[LAST + 1], 0, 0, 0);
  }

  /** The same curve, shifted and tilted to be exact at a temperature. */
  ConfidenceCurve exactAt(double temperature) {
    double x = Math.log(temperature);
    Mean exact = target.at(temperature);
    Mean cubic = cubic(right(x), x);
    return new ConfidenceCurve(
        target, knots, x, exact.confidence() - cubic.confidence(), exact.slope() - cubic.slope());
  }

  /** Mean confidence and its slope in ln T at a temperature. */
  Mean at(double temperature) {
    double x = Math.log(temperature);
    return corrected(x, cubic(right(x), x));
  }

  /** Mean confidence at {@link #LOWEST}. */
  double highest() {
    return value(0);
  }

  /** Mean confidence at {@link #HIGHEST}, or 0 if some temperature has the given one. */
  double lowest(double confidence) {
    return temperature(confidence) < HIGHEST ? 0 : value(LAST);
  }

  /** The temperature of a mean confidence, or the end of the range that is nearer to it. */
  double temperature(double confidence) {
    int right = 0;
    while (right < LAST && value(right) > confidence) {
      right++;
    }
    if (value(right) > confidence) {
      return HIGHEST;
    }
    if (right == 0) {
      return LOWEST;
    }
    int end = right;
    double logT =
        BracketedNewton.find(
                x -> {
                  Mean mean = corrected(x, cubic(end, x));
                  return new BracketedNewton.Value(confidence - mean.confidence(), -mean.slope());
                },
                LOG_T[end - 1],
                LOG_T[end],
                (LOG_T[end - 1] + LOG_T[end]) / 2,
                LOG_TOLERANCE,
                LIMIT)
            .at();
    return Math.max(LOWEST, Math.min(HIGHEST, Math.exp(logT)));
  }

  private Mean knot(int knot) {
    if (knots[knot] == null) {
      knots[knot] = target.at(KNOTS[knot], Arrays.copyOfRange(KNOTS, knot + 1, LAST + 1));
    }
    return knots[knot];
  }

  private double value(int knot) {
    return corrected(LOG_T[knot], knot(knot)).confidence();
  }

  private Mean corrected(double x, Mean mean) {
    return new Mean(mean.confidence() + offset + tilt * (x - center), mean.slope() + tilt);
  }

  /** The first knot after the first that is not left of ln T. */
  private static int right(double x) {
    int right = 1;
    while (right < LAST && LOG_T[right] < x) {
      right++;
    }
    return right;
  }

  /** The cubic between knots {@code right − 1} and {@code right} with their values and slopes. */
  private Mean cubic(int right, double x) {
    double width = LOG_T[right] - LOG_T[right - 1];
    return Mean.between(knot(right - 1), knot(right), (x - LOG_T[right - 1]) / width, width);
  }
}

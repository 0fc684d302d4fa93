package org.transcal.metric;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * A range that contains the truth with a stated probability.
 *
 * @param low lower end
 * @param high upper end
 */
public record Interval(double low, double high) {
  /** Checks the order of the ends. */
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException(
          "Interval from " + low + " to " + high + "; the low end must not exceed the high end");
    }
  }

  /** Whether the range contains a value. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /**
   * Clopper-Pearson: the exact interval of a proportion, which has at least the stated coverage.
   *
   * @param successes number of successes, possibly fractional if rows are weighted
   * @param trials number of trials; with none the interval is [0, 1]
   * @param level coverage, such as 0.95
   */
  public static Interval clopperPearson(double successes, double trials, double level) {
    if (!(successes >= 0 && successes <= trials)) {
      throw new IllegalArgumentException(
          successes + " successes of " + trials + " trials; they must be in 0 … trials");
    }
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("Level is " + level + "; it must be in (0, 1)");
    }
    double tail = (1 - level) / 2;
    double failures = trials - successes;
    double low =
        successes == 0
            ? 0
            : BetaDistribution.of(successes, failures + 1).inverseCumulativeProbability(tail);
    double high =
        failures == 0
            ? 1
            : BetaDistribution.of(successes + 1, failures).inverseSurvivalProbability(tail);
    return new Interval(low, high);
  }
}

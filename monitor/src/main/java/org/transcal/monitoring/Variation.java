package org.transcal.monitoring;

/**
 * How one metric varies over quiet batches.
 *
 * <p>With r = √(1/n + 1/N) for a batch of n rows and a reference of N rows, the usual value is
 * level + drift·r and its variance noise²·r² + between²·(1 + 1/k) over k reference batches.
 *
 * @param level value for infinitely many rows
 * @param drift growth of the value with r; distances have one, since chance alone moves them from 0
 * @param noise standard deviation per r
 * @param between standard deviation between batches beyond what their number of rows explains
 */
public record Variation(double level, double drift, double noise, double between) {
  /** Checks that all are finite, and both deviations at least 0. */
  public Variation {
    if (!(Double.isFinite(level)
        && Double.isFinite(drift)
        && noise >= 0
        && between >= 0
        && Double.isFinite(noise + between))) {
      throw new IllegalArgumentException(
          "Variation of level "
              + level
              + ", drift "
              + drift
              + ", noise "
              + noise
              + " and between "
              + between
              + "; all must be finite, and noise and between at least 0");
    }
  }

  /** The usual value at r. */
  double expected(double r) {
    return level + drift * r;
  }
}

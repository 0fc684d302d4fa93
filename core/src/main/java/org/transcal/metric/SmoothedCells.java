package org.transcal.metric;

/**
 * How far the smooth calibration error of {@linkplain ConfidenceCells cells} can be from that of
 * their rows.
 *
 * <p>Rows of a cell, right and wrong ones apart, stand at their mean m and not at their own c. In
 * Σ(c − r)·K(t, c), developed around m, the first term that is lost is K'(t, m)·Σ(c − m)², since r
 * is the same for all, and the next is ½·K''·Σ(c − r)(c − m)². With n rows in a cell of width d,
 * Σ(c − m)² ≤ n·d²/4; ∫|K'| = 2φ(0)/σ and ∫|K''| = 4φ(1)/σ². The mass that kernels lose outside
 * [−1, 2] changes by at most ½·(d²/4)·2φ(1)/σ² a row, and is above 0.8 rows a row for σ ≤ 1.
 */
final class SmoothedCells {
  private static final double FIRST = 2 / Math.sqrt(2 * Math.PI);
  private static final double SECOND = 2 * Math.exp(-0.5) / Math.sqrt(2 * Math.PI);
  private static final double LEAST_MASS = 0.8;

  /** What the grid of {@link ReflectedSmoother} may move when levels stand elsewhere. */
  private static final double INTERPOLATION = 1e-7;

  private final ReflectedSmoother smoother;
  private final double width;
  private final double weightedWidth;

  SmoothedCells(ConfidenceCells cells) {
    this.smoother = new ReflectedSmoother(cells.sides());
    double squares = 0;
    double weighted = 0;
    for (int i = 0; i < cells.size(); i++) {
      double d = cells.high(i) - cells.low(i);
      squares += (cells.wrong(i) + cells.right(i)) * d * d / 4;
      weighted +=
          (cells.wrong(i) * cells.high(i) + cells.right(i) * (1 - cells.low(i))) * d * d / 4;
    }
    this.width = squares / cells.total();
    this.weightedWidth = weighted / cells.total();
  }

  /** Largest distance of smECE_σ from the exact one, for σ ≤ 1. */
  private double bound(double bandwidth) {
    if (width == 0) {
      return 0;
    }
    double first = width * FIRST / bandwidth;
    double second = weightedWidth * SECOND / (bandwidth * bandwidth);
    double mass = width * SECOND / 2 / (bandwidth * bandwidth);
    return (first + second + mass) / LEAST_MASS + INTERPOLATION;
  }

  /**
   * Where the result of a bisection for the bandwidth lies: where it is unknown which half the
   * bisection over rows takes, it may be in either.
   */
  Interval range(double low, double high, int steps, double smallest) {
    if (steps == 0) {
      double error = smoother.error(high);
      double bound = bound(high);
      return new Interval(Math.min(1, error - bound), Math.min(1, error + bound));
    }
    double middle = (low + high) / 2;
    if (middle < smallest) {
      return range(middle, high, steps - 1, smallest);
    }
    double error = smoother.error(middle);
    double bound = bound(middle);
    if (middle < error - bound) {
      return range(middle, high, steps - 1, smallest);
    }
    if (middle >= error + bound) {
      return range(low, middle, steps - 1, smallest);
    }
    Interval above = range(middle, high, steps - 1, smallest);
    Interval below = range(low, middle, steps - 1, smallest);
    return new Interval(Math.min(above.low(), below.low()), Math.max(above.high(), below.high()));
  }
}

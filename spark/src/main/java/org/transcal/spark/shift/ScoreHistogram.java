package org.transcal.spark.shift;

import java.io.Serializable;

/**
 * Scores of both domains in narrow bins, for the area under the ROC curve: pairs in the same bin
 * count half, so the fifth digit may be wrong.
 */
final class ScoreHistogram implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Log odds beyond this share a bin. */
  private static final double LARGEST = 16;

  private static final int BINS_PER_UNIT = 256;
  private static final int BINS = (int) (2 * LARGEST * BINS_PER_UNIT) + 1;

  private final long[][] counts = new long[2][BINS];

  ScoreHistogram add(int domain, double[] scores) {
    for (double score : scores) {
      double limited = Math.max(-LARGEST, Math.min(LARGEST, score));
      counts[domain][(int) ((limited + LARGEST) * BINS_PER_UNIT)]++;
    }
    return this;
  }

  ScoreHistogram merge(ScoreHistogram other) {
    for (int bin = 0; bin < BINS; bin++) {
      counts[0][bin] += other.counts[0][bin];
      counts[1][bin] += other.counts[1][bin];
    }
    return this;
  }

  /** Probability that a row of domain 0 scores higher than one of domain 1; ties count half. */
  double areaUnderCurve() {
    double wins = 0;
    double below = 0;
    double first = 0;
    for (int bin = 0; bin < BINS; bin++) {
      wins += counts[0][bin] * (below + counts[1][bin] / 2.0);
      below += counts[1][bin];
      first += counts[0][bin];
    }
    return wins / (first * below);
  }
}

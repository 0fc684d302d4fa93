package org.transcal.spark.shift;

import java.io.Serializable;

/**
 * Scores of both domains in narrow bins, for the area under the ROC curve: pairs within a bin count
 * half, which errs in the fifth digit.
 */
final class ScoreHistogram implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Beyond this log odds nothing is told apart any more. */
  private static final double REACH = 16;

  private static final int BINS_PER_UNIT = 256;

  private final long[][] counts = new long[2][(int) (2 * REACH * BINS_PER_UNIT) + 1];

  void add(int domain, double score) {
    double limited = Math.max(-REACH, Math.min(REACH, score));
    counts[domain][(int) ((limited + REACH) * BINS_PER_UNIT)]++;
  }

  ScoreHistogram merge(ScoreHistogram other) {
    for (int domain = 0; domain < 2; domain++) {
      for (int bin = 0; bin < counts[domain].length; bin++) {
        counts[domain][bin] += other.counts[domain][bin];
      }
    }
    return this;
  }

  /** Probability that a source row scores higher than a target row; ties count half. */
  double areaUnderCurve() {
    double wins = 0;
    double below = 0;
    double source = 0;
    for (int bin = 0; bin < counts[0].length; bin++) {
      wins += counts[0][bin] * (below + counts[1][bin] / 2.0);
      below += counts[1][bin];
      source += counts[0][bin];
    }
    return wins / (source * below);
  }
}

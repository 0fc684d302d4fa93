package org.transcal.spark.shift;

import java.io.Serializable;
import org.transcal.spark.rows.Split;

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

  private final long[] source = new long[BINS];
  private final long[] target = new long[BINS];

  ScoreHistogram add(Split split, double[] scores) {
    long[] counts = split == Split.TARGET ? target : source;
    for (double score : scores) {
      double limited = Math.max(-LARGEST, Math.min(LARGEST, score));
      counts[(int) ((limited + LARGEST) * BINS_PER_UNIT)]++;
    }
    return this;
  }

  ScoreHistogram merge(ScoreHistogram other) {
    for (int bin = 0; bin < BINS; bin++) {
      source[bin] += other.source[bin];
      target[bin] += other.target[bin];
    }
    return this;
  }

  /** Probability that a source row scores higher than a target row; ties count half. */
  double areaUnderCurve() {
    double wins = 0;
    double below = 0;
    double sources = 0;
    for (int bin = 0; bin < BINS; bin++) {
      wins += source[bin] * (below + target[bin] / 2.0);
      below += target[bin];
      sources += source[bin];
    }
    return wins / (sources * below);
  }
}

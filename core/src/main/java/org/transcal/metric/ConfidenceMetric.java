package org.transcal.metric;

import java.util.BitSet;

/**
 * A metric that looks at the confidence of each row and whether the row was right, and at nothing
 * else; it needs all rows in order of confidence.
 */
public interface ConfidenceMetric extends CalibrationMetric {
  /** Measures rows that were grouped by confidence. */
  double measure(ConfidenceLevels levels);

  /** Measures rows of which only cells of confidence are left. */
  default double measure(ConfidenceCells cells) {
    return measure(cells.levels());
  }

  /**
   * The largest distance that {@link #measure(ConfidenceCells)} can have from what the rows
   * themselves would give, but for the rounding of sums; infinite where nothing is known.
   */
  default double errorBound(ConfidenceCells cells) {
    return Double.POSITIVE_INFINITY;
  }

  /**
   * The cells whose rows, seen in order, would make the {@linkplain #errorBound bound} vanish;
   * empty where it is 0 or cannot be helped.
   */
  default BitSet unresolved(ConfidenceCells cells) {
    return new BitSet();
  }

  @Override
  default double measure(LabelledPredictions predictions) {
    return measure(predictions.confidenceLevels());
  }
}

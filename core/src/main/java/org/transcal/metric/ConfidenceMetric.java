package org.transcal.metric;

/**
 * A metric that looks at the confidence of each row and whether the row was right, and at nothing
 * else; it needs all rows in order of confidence.
 */
public interface ConfidenceMetric extends CalibrationMetric {
  /** Measures rows that were grouped by confidence. */
  double measure(ConfidenceLevels levels);

  @Override
  default double measure(LabelledPredictions predictions) {
    return measure(predictions.confidenceLevels());
  }
}

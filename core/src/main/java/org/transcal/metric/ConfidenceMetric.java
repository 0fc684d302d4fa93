package org.transcal.metric;

/** A metric of the confidence of each row and whether it was right, in order of confidence. */
public interface ConfidenceMetric extends CalibrationMetric {
  /** Measures rows that were grouped by confidence. */
  double measure(ConfidenceLevels levels);

  @Override
  default double measure(LabelledPredictions predictions) {
    return measure(predictions.confidenceLevels());
  }
}

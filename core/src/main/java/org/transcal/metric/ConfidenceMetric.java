package org.transcal.metric;

/** A metric of confidence and correctness of rows in order of confidence. */
public interface ConfidenceMetric extends CalibrationMetric {
  /** Measures rows grouped by confidence. */
  double measure(ConfidenceLevels levels);

  @Override
  default double measure(LabelledPredictions predictions) {
    return measure(predictions.confidenceLevels());
  }
}

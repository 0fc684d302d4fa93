package org.transcal.calibration;

import org.transcal.prediction.Probabilities;

/** What a method found for a task: at least the calibrated target probabilities. */
public interface FittedMethod {
  /** The method's name. */
  String method();

  /** Calibrated probabilities of the task's target rows. */
  Probabilities targetProbabilities();

  /** The method's own estimate of target accuracy, else mean target confidence after it. */
  double estimatedTargetAccuracy();
}

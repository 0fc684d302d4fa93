package org.transcal.accuracy;

/**
 * Which quantities of known expectation are subtracted to make a weighted mean less noisy.
 *
 * <p>Paper: {@code eq:cv1}, {@code eq:cv2}, {@code eq:control_variate_parallel}.
 */
public enum ControlVariates {
  /** None. */
  NONE,
  /** The weight, whose expectation is 1. */
  WEIGHT,
  /** The correctness, whose expectation is the calibrated source confidence. */
  CORRECTNESS,
  /** Both at once: coefficients of a least-squares fit on both. */
  PARALLEL,
  /** The weight first, then the correctness on what is left. */
  SERIAL
}

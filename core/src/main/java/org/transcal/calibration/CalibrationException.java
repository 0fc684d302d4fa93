package org.transcal.calibration;

/** The data are well formed but cannot be calibrated; the message says why. */
public final class CalibrationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says why the data cannot be calibrated. */
  public CalibrationException(String message) {
    super(message);
  }
}

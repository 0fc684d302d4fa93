package org.transcal.accuracy;

/**
 * Accuracies on the scale of log odds, where combining them treats 98 % and 99 % as far apart as 50
 * % and 67 %.
 */
final class LogOdds {
  private LogOdds() {}

  /**
   * ln p/(1 − p), with p kept away from 0 and 1 by half a row: no sample of so many rows can tell
   * accuracies closer to the ends.
   *
   * @param rows size of the sample the accuracy was read off
   */
  static double of(double accuracy, double rows) {
    double edge = 0.5 / (rows + 1);
    double inside = Math.max(edge, Math.min(1 - edge, accuracy));
    return Math.log(inside / (1 - inside));
  }

  /** The accuracy of log odds. */
  static double toAccuracy(double logOdds) {
    return 1 / (1 + Math.exp(-logOdds));
  }
}

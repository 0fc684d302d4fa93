package org.transcal.accuracy;

/** Accuracies as log odds: 98 % and 99 % are about as far apart as 50 % and 67 %. */
final class LogOdds {
  private LogOdds() {}

  /**
   * ln p/(1 − p), with p kept away from 0 and 1 by half a row: a sample of that size cannot resolve
   * accuracies closer to the ends.
   *
   * @param rows size of the sample that the accuracy was measured on
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

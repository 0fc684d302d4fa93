package org.transcal.adapt.train;

/** Values that depend on training progress p, from 0 to 1. */
final class Schedule {
  private Schedule() {}

  /** {@code lr0 (1 + 10 p)^−0.75}. */
  static double learningRate(double start, double progress) {
    return start * Math.pow(1 + 10 * progress, -0.75);
  }

  /** λ_p = {@code 2/(1 + e^−10p) − 1}. */
  static double ramp(double progress) {
    return 2 / (1 + Math.exp(-10 * progress)) - 1;
  }
}

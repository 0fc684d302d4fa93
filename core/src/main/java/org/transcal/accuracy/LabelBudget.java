package org.transcal.accuracy;

import org.transcal.metric.Interval;

/**
 * The number of random target labels that would settle the accuracy: enough that their own 90 %
 * interval is no wider than ±{@value #PRECISION}.
 *
 * <p>n = z²p(1 − p)/h², with z = 1.645, h = {@value #PRECISION} and p the accuracy of the interval
 * nearest to ½, the worst case; corrected for the number N of rows, n / (1 + (n − 1)/N). None are
 * needed if the interval without labels is that narrow already.
 */
final class LabelBudget {
  /** Half the width that counts as settled. */
  static final double PRECISION = 0.03;

  /** The 95 % quantile of the standard normal: 90 % lie within ± this. */
  private static final double QUANTILE = 1.6448536269514722;

  private LabelBudget() {}

  /** The number of labels needed. */
  static long labels(Interval accuracy, double targetRows) {
    if (accuracy.high() - accuracy.low() <= 2 * PRECISION) {
      return 0;
    }
    double worst = Math.max(accuracy.low(), Math.min(accuracy.high(), 0.5));
    double unlimited = QUANTILE * QUANTILE * worst * (1 - worst) / (PRECISION * PRECISION);
    double corrected = unlimited / (1 + (unlimited - 1) / targetRows);
    return (long) Math.ceil(Math.min(targetRows, Math.max(1, corrected)));
  }
}

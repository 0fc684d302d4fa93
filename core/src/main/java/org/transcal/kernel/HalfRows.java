package org.transcal.kernel;

/**
 * Rows minus a center, kept in half as many bytes as single precision takes: to about three digits.
 * Sums over rows that are too many to stay near are twice as fast from them.
 */
public interface HalfRows {
  /**
   * Adds Σ weight · s · row, and Σ weight · s behind it, over rows {@code from} to {@code to} with
   * s = row·vector + offset.
   *
   * @param weights of the rows, that of the first of them first
   */
  void addCurvature(
      int from, int to, double[] weights, double[] vector, double offset, double[] sums);
}

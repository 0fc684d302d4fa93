package org.transcal.kernel;

import java.util.Optional;

/**
 * The loops an implementation provides, over {@code count} elements from {@code start}.
 *
 * <p>Doubles accumulate, whatever is stored. No checks: {@link Kernels} has made them.
 */
interface Kernel {
  double max(float[] z, int start, int count);

  double max(double[] z, int start, int count);

  /** Replaces each of the first {@code count} values, all ≤ 0, by its exponential. */
  void exp(double[] x, int count);

  /** {@link RowMoments} of rows {@code from} to {@code to}. */
  void moments(float[] z, int columns, int from, int to, double inverse, RowMoments moments);

  /** {@link RowMoments} of rows {@code from} to {@code to}. */
  void moments(double[] z, int columns, int from, int to, double inverse, RowMoments moments);

  /**
   * {@link RowMoments} without the second, in single precision where that is faster: good to about
   * 2e-7.
   *
   * @param inverse one that {@link #nearestInSingle} returned
   */
  void singleMoments(float[] z, int columns, int from, int to, double inverse, RowMoments moments);

  /** The inverse temperature nearest to the given one that single precision can hold. */
  default double nearestInSingle(double inverse) {
    return FastExp.scale(inverse) / FastExp.LOG2_E;
  }

  /**
   * softmax(z·inverse) of rows {@code from} to {@code to} into {@code target} from {@code at} on.
   */
  void softmax(float[] z, int columns, int from, int to, double inverse, float[] target, int at);

  /** The inner products of the listed rows with y, one after the other into {@code products}. */
  void dots(float[] x, int columns, int[] rows, int from, int to, double[] y, double[] products);

  /** y += Σ scale · row over the listed rows. */
  void addRows(float[] x, int columns, int[] rows, int from, int to, double[] scales, double[] y);

  /** sums += Σ scale · (row − center)² over the listed rows, in single precision over few rows. */
  default void addSquares(
      float[] x,
      int columns,
      int[] rows,
      int from,
      int to,
      double[] scales,
      double[] center,
      double[] sums) {
    SingleSquares.add(x, columns, rows, from, to, scales, center, sums);
  }

  /**
   * Adds Σ weight · s · row, and Σ weight · s behind it, over the listed rows with s = row·vector +
   * offset; in single precision where that is faster.
   *
   * @param weights one for each place in the list
   */
  void addCurvature(
      float[] x,
      int columns,
      int[] rows,
      int from,
      int to,
      double[] weights,
      double[] vector,
      double offset,
      double[] sums);

  /** The listed rows in half precision, where that is faster. */
  default Optional<HalfRows> halved(float[] x, int columns, int[] rows, double[] center) {
    return Optional.empty();
  }

  /**
   * Adds Σ x_j · x_k over rows {@code from} to {@code to} of columns that stand one after the
   * other, for four columns j and two columns k: eight sums, those of the first j first.
   *
   * @param x columns
   * @param from a multiple of 32, as {@code to} is
   * @param left the first of the four columns
   * @param right the first of the two
   */
  void addProducts(float[][] x, int from, int to, int left, int right, float[] sums, int at);
}

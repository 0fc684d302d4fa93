package org.transcal.kernel;

/**
 * The loops an implementation provides, over {@code count} elements from {@code start}. {@link
 * LoopKernel} is the usual one; another is found by {@code ServiceLoader}.
 *
 * <p>Sums are in double precision, whatever is stored. No checks: {@link Kernels} has made them.
 */
public interface Kernel {
  /** What {@link Kernels#implementation} calls it. */
  String name();

  /** The largest value. */
  double max(float[] z, int start, int count);

  /** The largest value. */
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
}

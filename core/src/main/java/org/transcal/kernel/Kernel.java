package org.transcal.kernel;

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

  /** Σ exp((z − max)·inverse). */
  double sumExp(float[] z, int start, int count, double max, double inverse);

  /** Σ exp((z − max)·inverse). */
  double sumExp(double[] z, int start, int count, double max, double inverse);

  /** Σ e, Σ e·(z − max), Σ e·(z − max)² with e = exp((z − max)·inverse), into {@code moments}. */
  void expMoments(float[] z, int start, int count, double max, double inverse, double[] moments);

  /** Σ e, Σ e·(z − max), Σ e·(z − max)² with e = exp((z − max)·inverse), into {@code moments}. */
  void expMoments(double[] z, int start, int count, double max, double inverse, double[] moments);

  /** softmax((z − max)·inverse) into {@code target} from {@code at} on. */
  void softmax(float[] z, int start, int count, double max, double inverse, float[] target, int at);

  /** Whether no value is NaN or infinite. */
  boolean allFinite(float[] x, int start, int count);

  double dot(float[] x, int start, double[] y, int count);

  double dot(double[] x, int start, double[] y, int count);

  /** y += scale · x. */
  void axpy(double scale, float[] x, int start, double[] y, int count);

  /** y += scale · x. */
  void axpy(double scale, double[] x, int start, double[] y, int count);
}

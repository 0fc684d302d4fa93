package org.transcal.kernel;

/**
 * The hot loops that implementations differ in. {@link LoopKernel} is the default; another is found
 * by {@code ServiceLoader}.
 *
 * <p>{@link Kernels} has checked all arguments.
 */
public interface Kernel {
  /** Name that {@link Kernels#implementation} reports. */
  String name();

  /**
   * Writes softmax(z·ln 2·scale) of rows {@code from} to {@code to} into {@code target}, from index
   * {@code at}, in single precision: accurate to about 2e-7.
   *
   * @param scale what turns logits into exponents of 2
   */
  void softmax(float[] z, int columns, int from, int to, float scale, float[] target, int at);

  /** The inner products of the listed rows with y, written to {@code products} from index 0. */
  default void dots(
      float[] x, int columns, int[] rows, int from, int to, double[] y, double[] products) {
    LoopProducts.dots(x, columns, rows, from, to, y, products);
  }

  /** y += Σ scale · row over the listed rows. */
  default void addRows(
      float[] x, int columns, int[] rows, int from, int to, double[] scales, double[] y) {
    LoopProducts.addRows(x, columns, rows, from, to, scales, y);
  }
}

package org.transcal.kernel;

/**
 * The hot loops that each implementation provides. {@link LoopKernel} is the default; another is
 * found by {@code ServiceLoader}.
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

  /** Inner products of y with rows {@code rows[i]} to {@code rows[i + 3]}. */
  default void fourDots(
      float[] x, int columns, int[] rows, int i, double[] y, double[] products, int at) {
    LoopProducts.fourDots(x, columns, rows, i, y, products, at);
  }

  /** y += Σ scale · row over rows {@code rows[i]} to {@code rows[i + 3]}. */
  default void addFour(
      float[] x, int columns, int[] rows, int i, double[] scales, int at, double[] y) {
    LoopProducts.addFour(x, columns, rows, i, scales, at, y);
  }

  /** The inner products of the listed rows with y, written to {@code products} from index 0. */
  default void dots(
      float[] x, int columns, int[] rows, int from, int to, double[] y, double[] products) {
    int i = from;
    for (; i + 4 <= to; i += 4) {
      fourDots(x, columns, rows, i, y, products, i - from);
    }
    for (; i < to; i++) {
      products[i - from] = LoopProducts.dot(x, rows[i] * columns, y, columns);
    }
  }

  /** y += Σ scale · row over the listed rows. */
  default void addRows(
      float[] x, int columns, int[] rows, int from, int to, double[] scales, double[] y) {
    int i = from;
    for (; i + 4 <= to; i += 4) {
      addFour(x, columns, rows, i, scales, i - from, y);
    }
    for (; i < to; i++) {
      LoopProducts.axpy(scales[i - from], x, rows[i] * columns, y, columns);
    }
  }
}

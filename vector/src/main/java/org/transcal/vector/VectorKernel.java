package org.transcal.vector;

import org.transcal.kernel.Kernel;
import org.transcal.kernel.LoopKernel;

/**
 * Softmax and products of rows over the widest vectors of the processor.
 *
 * <p>Needs {@code --add-modules jdk.incubator.vector}; without it {@link LoopKernel} is used.
 */
public final class VectorKernel implements Kernel {
  private final Kernel loops = new LoopKernel();

  /**
   * Checks the width of vectors.
   *
   * @throws UnsupportedOperationException if this processor's vectors are too short to be faster
   */
  public VectorKernel() {
    if (VectorSingle.LANES != 8 && VectorSingle.LANES != 16) {
      throw new UnsupportedOperationException(
          "vectors of " + VectorSingle.LANES + " floats are not supported; 8 or 16 are");
    }
  }

  @Override
  public String name() {
    return "vector";
  }

  @Override
  public void softmax(
      float[] z, int columns, int from, int to, float scale, float[] target, int at) {
    if (columns < VectorSingle.LANES) {
      loops.softmax(z, columns, from, to, scale, target, at);
    } else {
      VectorSingle.softmax(z, columns, from, to, scale, target, at);
    }
  }

  @Override
  public void fourDots(
      float[] x, int columns, int[] rows, int i, double[] y, double[] products, int at) {
    VectorProducts.fourDots(x, columns, rows, i, y, products, at);
  }

  @Override
  public void addFour(
      float[] x, int columns, int[] rows, int i, double[] scales, int at, double[] y) {
    VectorProducts.addFour(x, columns, rows, i, scales, at, y);
  }
}

package org.transcal.vector;

import org.transcal.kernel.FastExp;
import org.transcal.kernel.LoopKernel;
import org.transcal.kernel.RowMoments;

/**
 * Loops over single-precision arrays by the widest vectors of the processor; everything else is
 * {@link LoopKernel}'s.
 *
 * <p>Needs {@code --add-modules jdk.incubator.vector}; without it {@link LoopKernel} is used.
 */
public final class VectorKernel extends LoopKernel {
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
  public double max(float[] z, int start, int count) {
    return count < VectorSingle.LANES
        ? super.max(z, start, count)
        : VectorSingle.max(z, start, count);
  }

  @Override
  public void singleMoments(
      float[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    if (columns < VectorSingle.LANES) {
      super.moments(z, columns, from, to, inverse, moments);
    } else {
      VectorSingle.moments(z, columns, from, to, FastExp.scale(inverse), moments);
    }
  }

  @Override
  public void softmax(
      float[] z, int columns, int from, int to, double inverse, float[] target, int at) {
    if (columns < VectorSingle.LANES) {
      super.softmax(z, columns, from, to, inverse, target, at);
    } else {
      VectorSingle.softmax(z, columns, from, to, FastExp.scale(inverse), target, at);
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

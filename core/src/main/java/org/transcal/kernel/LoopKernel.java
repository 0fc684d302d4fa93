package org.transcal.kernel;

/**
 * Plain loops that C2 vectorises, on every JVM.
 *
 * <p>It does so for loops over whole arrays with one index for all of them and no sum that goes on
 * from one element to the next. Hence rows are copied to where the other arrays start, and sums are
 * taken eight at a time. No fused products: without them every processor gives the same bits.
 */
public final class LoopKernel implements Kernel {
  /** Fewer values than this do not repay the arrays that loops need. */
  private static final int FEW = 128;

  /** The arrays of a thread, made once: a call may be for a few rows only. */
  private static final ThreadLocal<LoopSingle> SINGLE = ThreadLocal.withInitial(LoopSingle::new);

  private static final ThreadLocal<LoopDouble> DOUBLE =
      ThreadLocal.withInitial(() -> new LoopDouble(SINGLE.get()));

  /** The arrays of each thread are made on first use. */
  public LoopKernel() {}

  @Override
  public String name() {
    return "loops";
  }

  @Override
  public double max(float[] z, int start, int count) {
    return LoopSingle.max(z, start, start + count);
  }

  @Override
  public double max(double[] z, int start, int count) {
    return LoopDouble.max(z, start, start + count);
  }

  @Override
  public void exp(double[] x, int count) {
    if (count < FEW) {
      LoopDouble.expOfFew(x, count);
      return;
    }
    DOUBLE.get().exp(x, count);
  }

  @Override
  public void moments(
      float[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    DOUBLE.get().moments(z, columns, from, to, inverse, moments);
  }

  @Override
  public void moments(
      double[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    DOUBLE.get().moments(z, columns, from, to, inverse, moments);
  }

  @Override
  public void singleMoments(
      float[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    SINGLE.get().moments(z, columns, from, to, FastExp.scale(inverse), moments);
  }

  @Override
  public void softmax(
      float[] z, int columns, int from, int to, double inverse, float[] target, int at) {
    SINGLE.get().softmax(z, columns, from, to, FastExp.scale(inverse), target, at);
  }

  @Override
  public void dots(
      float[] x, int columns, int[] rows, int from, int to, double[] y, double[] products) {
    LoopProducts.dots(x, columns, rows, from, to, y, products);
  }

  @Override
  public void addRows(
      float[] x, int columns, int[] rows, int from, int to, double[] scales, double[] y) {
    LoopProducts.addRows(x, columns, rows, from, to, scales, y);
  }
}

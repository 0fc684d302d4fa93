package org.transcal.kernel;

/**
 * Plain loops that C2 vectorises, on every JVM.
 *
 * <p>C2 vectorises loops over whole arrays with a single index and without a running sum. Hence
 * rows are copied to the start of an array, and sums have several accumulators. There is no fused
 * multiply-add, so every processor gives the same bits.
 */
public class LoopKernel implements Kernel {
  /** Allocates nothing; each thread's arrays are created on first use. */
  public LoopKernel() {}

  @Override
  public String name() {
    return "loops";
  }

  @Override
  public double max(float[] z, int start, int count) {
    return LoopSingle.max(z, start, count);
  }

  @Override
  public double max(double[] z, int start, int count) {
    return LoopDouble.max(z, start, count);
  }

  @Override
  public void exp(double[] x, int count) {
    LoopDouble.exp(x, count);
  }

  @Override
  public void moments(
      float[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    LoopDouble.ofThread(columns).moments(z, columns, from, to, inverse, moments);
  }

  @Override
  public void moments(
      double[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    LoopDouble.ofThread(columns).moments(z, columns, from, to, inverse, moments);
  }

  @Override
  public void softmax(
      float[] z, int columns, int from, int to, double inverse, float[] target, int at) {
    LoopSingle.ofThread(columns).softmax(z, columns, from, to, FastExp.scale(inverse), target, at);
  }

  /** Four rows share each load of y, and their sums are independent. */
  @Override
  public void fourDots(
      float[] x, int columns, int[] rows, int i, double[] y, double[] products, int at) {
    int a = rows[i] * columns;
    int b = rows[i + 1] * columns;
    int c = rows[i + 2] * columns;
    int d = rows[i + 3] * columns;
    double sumA = 0;
    double sumB = 0;
    double sumC = 0;
    double sumD = 0;
    for (int j = 0; j < columns; j++) {
      double factor = y[j];
      sumA += x[a + j] * factor;
      sumB += x[b + j] * factor;
      sumC += x[c + j] * factor;
      sumD += x[d + j] * factor;
    }
    products[at] = sumA;
    products[at + 1] = sumB;
    products[at + 2] = sumC;
    products[at + 3] = sumD;
  }

  /** Four rows share each load and store of y. */
  @Override
  public void addFour(
      float[] x, int columns, int[] rows, int i, double[] scales, int at, double[] y) {
    int a = rows[i] * columns;
    int b = rows[i + 1] * columns;
    int c = rows[i + 2] * columns;
    int d = rows[i + 3] * columns;
    double scaleA = scales[at];
    double scaleB = scales[at + 1];
    double scaleC = scales[at + 2];
    double scaleD = scales[at + 3];
    for (int j = 0; j < columns; j++) {
      y[j] += (scaleA * x[a + j] + scaleB * x[b + j]) + (scaleC * x[c + j] + scaleD * x[d + j]);
    }
  }
}

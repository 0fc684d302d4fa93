package org.transcal.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.transcal.kernel.FastExp;
import org.transcal.kernel.Kernel;
import org.transcal.kernel.LoopKernel;
import org.transcal.kernel.RowMoments;

/**
 * Loops over the widest vectors of the processor.
 *
 * <p>Needs {@code --add-modules jdk.incubator.vector}; without it {@link LoopKernel} is used. Tails
 * use the same exponential in scalar form, so the bits of a row do not depend on its position.
 * Exponentials are written out in each loop: a method for them may be compiled before its callers,
 * is then too large to inline (HotSpot's InlineSmallCode), and every vector that crosses the call
 * becomes an object, at ten times the cost. For the same reason those loops are in methods of more
 * than 325 bytes of code, which HotSpot never inlines: inside a caller, the inlining budget would
 * run out before their last vectors.
 */
public final class VectorKernel implements Kernel {
  private static final VectorSpecies<Double> WIDE = DoubleVector.SPECIES_PREFERRED;

  /** A vector of floats that converts to one {@link #WIDE} vector. */
  private static final VectorSpecies<Float> HALF =
      VectorSpecies.of(float.class, VectorShape.forBitSize(WIDE.vectorBitSize() / 2));

  private static final int LANES = WIDE.length();

  /** For rows shorter than a vector, and for logits in double precision. */
  private static final Kernel SCALAR = new LoopKernel();

  /**
   * Checks the width of vectors.
   *
   * @throws UnsupportedOperationException if this processor's vectors are too short to be faster
   */
  public VectorKernel() {
    if (LANES != 4 && LANES != 8) {
      throw new UnsupportedOperationException(
          "vectors of " + LANES + " doubles are not supported; 4 or 8 are");
    }
  }

  @Override
  public String name() {
    return "vector";
  }

  private static DoubleVector broadcast(double value) {
    return DoubleVector.broadcast(WIDE, value);
  }

  private static DoubleVector load(float[] x, int start) {
    return (DoubleVector)
        FloatVector.fromArray(HALF, x, start).convertShape(VectorOperators.F2D, WIDE, 0);
  }

  private static DoubleVector load(double[] x, int start) {
    return DoubleVector.fromArray(WIDE, x, start);
  }

  @Override
  public void moments(
      float[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    if (columns < VectorSingle.LANES) {
      SCALAR.moments(z, columns, from, to, inverse, moments);
      return;
    }
    VectorDouble.moments(z, columns, from, to, inverse, moments);
  }

  @Override
  public void moments(
      double[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    SCALAR.moments(z, columns, from, to, inverse, moments);
  }

  @Override
  public double max(double[] z, int start, int count) {
    return SCALAR.max(z, start, count);
  }

  @Override
  public void singleMoments(
      float[] z, int columns, int from, int to, double inverse, RowMoments moments) {
    if (columns < VectorSingle.LANES) {
      SCALAR.moments(z, columns, from, to, inverse, moments);
      return;
    }
    VectorSingle.moments(z, columns, from, to, FastExp.scale(inverse), moments);
  }

  @Override
  public void softmax(
      float[] z, int columns, int from, int to, double inverse, float[] target, int at) {
    if (columns < VectorSingle.LANES) {
      SCALAR.softmax(z, columns, from, to, inverse, target, at);
      return;
    }
    VectorSingle.softmax(z, columns, from, to, FastExp.scale(inverse), target, at);
  }

  @Override
  public double max(float[] z, int start, int count) {
    return count < VectorSingle.LANES
        ? SCALAR.max(z, start, count)
        : VectorSingle.max(z, start, count);
  }

  @Override
  public void exp(double[] x, int count) {
    int j = 0;
    for (; j + LANES <= count; j += LANES) {
      DoubleVector argument = load(x, j).max(FastExp.LOWEST);
      DoubleVector t = argument.fma(broadcast(FastExp.LOG2_E), broadcast(FastExp.SHIFT));
      DoubleVector r = t.sub(FastExp.SHIFT).fma(broadcast(-FastExp.LN2), argument);
      DoubleVector p = broadcast(FastExp.Q7);
      p = p.fma(r, broadcast(FastExp.Q6));
      p = p.fma(r, broadcast(FastExp.Q5));
      p = p.fma(r, broadcast(FastExp.Q4));
      p = p.fma(r, broadcast(FastExp.Q3));
      p = p.fma(r, broadcast(FastExp.Q2));
      p = p.fma(r, broadcast(FastExp.Q1));
      p = p.fma(r, broadcast(FastExp.Q0));
      p = p.fma(r, broadcast(1));
      p = p.fma(r, broadcast(1));
      p.reinterpretAsLongs()
          .add(t.reinterpretAsLongs().lanewise(VectorOperators.LSHL, FastExp.MANTISSA_BITS))
          .reinterpretAsDoubles()
          .intoArray(x, j);
    }
    for (; j < count; j++) {
      x[j] = exp(x[j]);
    }
  }

  /** The same operations for one value. */
  private static double exp(double argument) {
    double x = Math.max(argument, FastExp.LOWEST);
    double t = Math.fma(x, FastExp.LOG2_E, FastExp.SHIFT);
    double n = t - FastExp.SHIFT;
    double r = Math.fma(n, -FastExp.LN2, x);
    double p = FastExp.Q7;
    p = Math.fma(p, r, FastExp.Q6);
    p = Math.fma(p, r, FastExp.Q5);
    p = Math.fma(p, r, FastExp.Q4);
    p = Math.fma(p, r, FastExp.Q3);
    p = Math.fma(p, r, FastExp.Q2);
    p = Math.fma(p, r, FastExp.Q1);
    p = Math.fma(p, r, FastExp.Q0);
    p = Math.fma(p, r, 1);
    p = Math.fma(p, r, 1);
    return Double.longBitsToDouble(
        Double.doubleToRawLongBits(p) + (Double.doubleToRawLongBits(t) << FastExp.MANTISSA_BITS));
  }

  @Override
  public void fourDots(
      float[] x, int columns, int[] rows, int i, double[] y, double[] products, int at) {
    int a = rows[i] * columns;
    int b = rows[i + 1] * columns;
    int c = rows[i + 2] * columns;
    int d = rows[i + 3] * columns;
    DoubleVector sumA = DoubleVector.zero(WIDE);
    DoubleVector sumB = DoubleVector.zero(WIDE);
    DoubleVector sumC = DoubleVector.zero(WIDE);
    DoubleVector sumD = DoubleVector.zero(WIDE);
    int whole = columns - columns % LANES;
    for (int j = 0; j < whole; j += LANES) {
      DoubleVector factor = load(y, j);
      sumA = load(x, a + j).fma(factor, sumA);
      sumB = load(x, b + j).fma(factor, sumB);
      sumC = load(x, c + j).fma(factor, sumC);
      sumD = load(x, d + j).fma(factor, sumD);
    }
    double dotA = VectorDouble.sum(sumA);
    double dotB = VectorDouble.sum(sumB);
    double dotC = VectorDouble.sum(sumC);
    double dotD = VectorDouble.sum(sumD);
    for (int j = whole; j < columns; j++) {
      dotA += x[a + j] * y[j];
      dotB += x[b + j] * y[j];
      dotC += x[c + j] * y[j];
      dotD += x[d + j] * y[j];
    }
    products[at] = dotA;
    products[at + 1] = dotB;
    products[at + 2] = dotC;
    products[at + 3] = dotD;
  }

  @Override
  public void addFour(
      float[] x, int columns, int[] rows, int i, double[] scales, int at, double[] y) {
    int a = rows[i] * columns;
    int b = rows[i + 1] * columns;
    int c = rows[i + 2] * columns;
    int d = rows[i + 3] * columns;
    DoubleVector scaleA = broadcast(scales[at]);
    DoubleVector scaleB = broadcast(scales[at + 1]);
    DoubleVector scaleC = broadcast(scales[at + 2]);
    DoubleVector scaleD = broadcast(scales[at + 3]);
    int whole = columns - columns % LANES;
    for (int j = 0; j < whole; j += LANES) {
      DoubleVector sum = load(x, a + j).fma(scaleA, load(y, j));
      sum = load(x, b + j).fma(scaleB, sum);
      sum = load(x, c + j).fma(scaleC, sum);
      load(x, d + j).fma(scaleD, sum).intoArray(y, j);
    }
    for (int j = whole; j < columns; j++) {
      double sum = y[j] + scales[at] * x[a + j];
      sum += scales[at + 1] * x[b + j];
      sum += scales[at + 2] * x[c + j];
      y[j] = sum + scales[at + 3] * x[d + j];
    }
  }
}

package org.transcal.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Loops over the widest vectors the processor has, in doubles throughout.
 *
 * <p>Needs {@code --add-modules jdk.incubator.vector}; {@link Kernels} falls back to {@link
 * ScalarKernel} without it. Tails use the scalar twin of the same exponential, so a row gives the
 * same bits wherever it stands. Each loop holds one exponential: with two, the compiler stops
 * inlining, and every vector becomes an object (11 ns an element instead of 1).
 */
final class VectorKernel implements Kernel {
  private static final VectorSpecies<Double> WIDE = DoubleVector.SPECIES_PREFERRED;

  /** As many floats as {@link #WIDE} has doubles, so that one conversion fills a wide vector. */
  private static final VectorSpecies<Float> HALF =
      VectorSpecies.of(float.class, VectorShape.forBitSize(WIDE.vectorBitSize() / 2));

  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = WIDE.length();

  /** Gaps beyond this have no weight; its square times {@code e^−707} is still nothing. */
  private static final double LARGEST_GAP = -1e100;

  VectorKernel() {
    if (LANES < 4) {
      throw new UnsupportedOperationException("vectors of " + LANES + " doubles do not pay");
    }
  }

  /** The vector twin of {@link FastExp#exp}: the same operations in the same order. */
  private static DoubleVector exp(DoubleVector argument) {
    DoubleVector x = argument.max(FastExp.LOWEST);
    DoubleVector t = x.fma(broadcast(FastExp.LOG2_E), broadcast(FastExp.SHIFT));
    DoubleVector n = t.sub(FastExp.SHIFT);
    DoubleVector r = n.fma(broadcast(-FastExp.LN2), x);
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
    return p.reinterpretAsLongs()
        .add(t.reinterpretAsLongs().lanewise(VectorOperators.LSHL, FastExp.MANTISSA_BITS))
        .reinterpretAsDoubles();
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
  public void softmax(
      float[] z, int start, int count, double max, double inverse, float[] target, int at) {
    DoubleVector total = DoubleVector.zero(WIDE);
    int j = 0;
    for (; j + LANES <= count; j += LANES) {
      DoubleVector e = exp(load(z, start + j).sub(max).mul(inverse));
      total = total.add(e);
      ((FloatVector) e.convertShape(VectorOperators.D2F, HALF, 0)).intoArray(target, at + j);
    }
    double sum = total.reduceLanes(VectorOperators.ADD);
    for (; j < count; j++) {
      double e = FastExp.exp((z[start + j] - max) * inverse);
      sum += e;
      target[at + j] = (float) e;
    }
    float scale = (float) (1 / sum);
    for (j = 0; j + FLOATS.length() <= count; j += FLOATS.length()) {
      FloatVector.fromArray(FLOATS, target, at + j).mul(scale).intoArray(target, at + j);
    }
    for (; j < count; j++) {
      target[at + j] *= scale;
    }
  }

  @Override
  public boolean allFinite(float[] x, int start, int count) {
    // 0 times NaN or infinity is NaN, and NaN stays in a sum.
    FloatVector sums = FloatVector.zero(FLOATS);
    int j = 0;
    for (; j + FLOATS.length() <= count; j += FLOATS.length()) {
      sums = sums.add(FloatVector.fromArray(FLOATS, x, start + j).mul(0));
    }
    float sum = sums.reduceLanes(VectorOperators.ADD);
    for (; j < count; j++) {
      sum += 0 * x[start + j];
    }
    return sum == 0;
  }

  @Override
  public double max(float[] z, int start, int count) {
    int j = 0;
    float best = z[start];
    if (count >= FLOATS.length()) {
      FloatVector running = FloatVector.fromArray(FLOATS, z, start);
      for (j = FLOATS.length(); j + FLOATS.length() <= count; j += FLOATS.length()) {
        running = running.max(FloatVector.fromArray(FLOATS, z, start + j));
      }
      best = running.reduceLanes(VectorOperators.MAX);
    }
    for (; j < count; j++) {
      best = Math.max(best, z[start + j]);
    }
    return best;
  }

  @Override
  public double max(double[] z, int start, int count) {
    int j = 0;
    double best = z[start];
    if (count >= LANES) {
      DoubleVector running = load(z, start);
      for (j = LANES; j + LANES <= count; j += LANES) {
        running = running.max(load(z, start + j));
      }
      best = running.reduceLanes(VectorOperators.MAX);
    }
    for (; j < count; j++) {
      best = Math.max(best, z[start + j]);
    }
    return best;
  }

  @Override
  public void exp(double[] x, int count) {
    int j = 0;
    for (; j + LANES <= count; j += LANES) {
      exp(load(x, j)).intoArray(x, j);
    }
    for (; j < count; j++) {
      x[j] = FastExp.exp(x[j]);
    }
  }

  @Override
  public double sumExp(float[] z, int start, int count, double max, double inverse) {
    DoubleVector total = DoubleVector.zero(WIDE);
    int j = 0;
    for (; j + LANES <= count; j += LANES) {
      total = total.add(exp(load(z, start + j).sub(max).mul(inverse)));
    }
    double sum = total.reduceLanes(VectorOperators.ADD);
    for (; j < count; j++) {
      sum += FastExp.exp((z[start + j] - max) * inverse);
    }
    return sum;
  }

  @Override
  public void expMoments(
      float[] z, int start, int count, double max, double inverse, double[] moments) {
    DoubleVector zeroth = DoubleVector.zero(WIDE);
    DoubleVector first = DoubleVector.zero(WIDE);
    DoubleVector second = DoubleVector.zero(WIDE);
    int j = 0;
    for (; j + LANES <= count; j += LANES) {
      DoubleVector gap = load(z, start + j).sub(max).max(LARGEST_GAP);
      DoubleVector e = exp(gap.mul(inverse));
      DoubleVector weighted = e.mul(gap);
      zeroth = zeroth.add(e);
      first = first.add(weighted);
      second = weighted.fma(gap, second);
    }
    double sum0 = zeroth.reduceLanes(VectorOperators.ADD);
    double sum1 = first.reduceLanes(VectorOperators.ADD);
    double sum2 = second.reduceLanes(VectorOperators.ADD);
    for (; j < count; j++) {
      double gap = Math.max(LARGEST_GAP, z[start + j] - max);
      double e = FastExp.exp(gap * inverse);
      sum0 += e;
      sum1 += e * gap;
      sum2 += e * gap * gap;
    }
    moments[0] = sum0;
    moments[1] = sum1;
    moments[2] = sum2;
  }

  @Override
  public double dot(float[] x, int start, double[] y, int count) {
    DoubleVector even = DoubleVector.zero(WIDE);
    DoubleVector odd = DoubleVector.zero(WIDE);
    int j = 0;
    for (; j + 2 * LANES <= count; j += 2 * LANES) {
      even = load(x, start + j).fma(load(y, j), even);
      odd = load(x, start + j + LANES).fma(load(y, j + LANES), odd);
    }
    if (j + LANES <= count) {
      even = load(x, start + j).fma(load(y, j), even);
      j += LANES;
    }
    double sum = even.add(odd).reduceLanes(VectorOperators.ADD);
    for (; j < count; j++) {
      sum += x[start + j] * y[j];
    }
    return sum;
  }

  @Override
  public void axpy(double scale, float[] x, int start, double[] y, int count) {
    DoubleVector factor = broadcast(scale);
    int j = 0;
    for (; j + LANES <= count; j += LANES) {
      load(x, start + j).fma(factor, load(y, j)).intoArray(y, j);
    }
    for (; j < count; j++) {
      y[j] += scale * x[start + j];
    }
  }

  @Override
  public double sumExp(double[] z, int start, int count, double max, double inverse) {
    DoubleVector total = DoubleVector.zero(WIDE);
    int j = 0;
    for (; j + LANES <= count; j += LANES) {
      total = total.add(exp(load(z, start + j).sub(max).mul(inverse)));
    }
    double sum = total.reduceLanes(VectorOperators.ADD);
    for (; j < count; j++) {
      sum += FastExp.exp((z[start + j] - max) * inverse);
    }
    return sum;
  }

  @Override
  public void expMoments(
      double[] z, int start, int count, double max, double inverse, double[] moments) {
    DoubleVector zeroth = DoubleVector.zero(WIDE);
    DoubleVector first = DoubleVector.zero(WIDE);
    DoubleVector second = DoubleVector.zero(WIDE);
    int j = 0;
    for (; j + LANES <= count; j += LANES) {
      DoubleVector gap = load(z, start + j).sub(max).max(LARGEST_GAP);
      DoubleVector e = exp(gap.mul(inverse));
      DoubleVector weighted = e.mul(gap);
      zeroth = zeroth.add(e);
      first = first.add(weighted);
      second = weighted.fma(gap, second);
    }
    double sum0 = zeroth.reduceLanes(VectorOperators.ADD);
    double sum1 = first.reduceLanes(VectorOperators.ADD);
    double sum2 = second.reduceLanes(VectorOperators.ADD);
    for (; j < count; j++) {
      double gap = Math.max(LARGEST_GAP, z[start + j] - max);
      double e = FastExp.exp(gap * inverse);
      sum0 += e;
      sum1 += e * gap;
      sum2 += e * gap * gap;
    }
    moments[0] = sum0;
    moments[1] = sum1;
    moments[2] = sum2;
  }

  @Override
  public double dot(double[] x, int start, double[] y, int count) {
    DoubleVector even = DoubleVector.zero(WIDE);
    DoubleVector odd = DoubleVector.zero(WIDE);
    int j = 0;
    for (; j + 2 * LANES <= count; j += 2 * LANES) {
      even = load(x, start + j).fma(load(y, j), even);
      odd = load(x, start + j + LANES).fma(load(y, j + LANES), odd);
    }
    if (j + LANES <= count) {
      even = load(x, start + j).fma(load(y, j), even);
      j += LANES;
    }
    double sum = even.add(odd).reduceLanes(VectorOperators.ADD);
    for (; j < count; j++) {
      sum += x[start + j] * y[j];
    }
    return sum;
  }

  @Override
  public void axpy(double scale, double[] x, int start, double[] y, int count) {
    DoubleVector factor = broadcast(scale);
    int j = 0;
    for (; j + LANES <= count; j += LANES) {
      load(x, start + j).fma(factor, load(y, j)).intoArray(y, j);
    }
    for (; j < count; j++) {
      y[j] += scale * x[start + j];
    }
  }
}

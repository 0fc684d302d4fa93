package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import java.util.SplittableRandom;
import org.transcal.adapt.tensor.Constants;

/**
 * Sets a share of values to zero and scales up the others in training, and does nothing otherwise.
 *
 * <p>The values are drawn here and not by the engine, so that they depend on our seed only.
 */
public final class Dropout {
  private static final Dropout OFF = new Dropout(0, new SplittableRandom(0));

  private final int threshold;
  private final float scale;
  private final SplittableRandom random;

  private Dropout(double rate, SplittableRandom random) {
    // 16 random bits per value: the rate is accurate to 1/65536.
    this.threshold = (int) Math.round(rate * (1 << 16));
    this.scale = (float) (1 / (1 - rate));
    this.random = random;
  }

  /** Leaves values unchanged: outside of training. */
  public static Dropout off() {
    return OFF;
  }

  /**
   * Sets values to zero.
   *
   * @param rate the share that becomes zero, in [0, 1)
   */
  public static Dropout of(double rate, SplittableRandom random) {
    if (!(rate >= 0 && rate < 1)) {
      throw new IllegalArgumentException("Dropout rate is " + rate + "; it must be in [0, 1)");
    }
    return new Dropout(rate, random);
  }

  /** Whether layers behave as in training. */
  boolean isTraining() {
    return this != OFF;
  }

  /** The matrix with some values set to zero. */
  public NDArray apply(NDArray x) {
    if (threshold == 0) {
      return x;
    }
    int rows = Math.toIntExact(x.getShape().get(0));
    int columns = Math.toIntExact(x.getShape().get(1));
    float[] factors = new float[Math.multiplyExact(rows, columns)];
    long bits = 0;
    for (int i = 0; i < factors.length; i++) {
      bits = i % 4 == 0 ? random.nextLong() : bits >>> 16;
      factors[i] = (bits & 0xFFFF) < threshold ? 0 : scale;
    }
    return x.mul(Constants.matrix(x.getManager(), factors, rows, columns));
  }
}

package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import java.util.SplittableRandom;
import org.transcal.adapt.tensor.Constants;

/**
 * Sets a share of values to zero and scales the others up, or leaves all as they are.
 *
 * <p>The choice is made here and not by the engine, so that it depends on our seed alone.
 */
public abstract class Dropout {
  private static final Dropout OFF =
      new Dropout() {
        @Override
        public NDArray apply(NDArray x) {
          return x;
        }
      };

  private Dropout() {}

  /** Leaves values as they are. */
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
    return rate == 0 ? OFF : new Random(rate, random);
  }

  /** The matrix with some values set to zero. */
  public abstract NDArray apply(NDArray x);

  private static final class Random extends Dropout {
    private final int threshold;
    private final float kept;
    private final SplittableRandom random;

    Random(double rate, SplittableRandom random) {
      // 16 bits decide about a value: a rate is met to 1/65536.
      this.threshold = (int) Math.round(rate * (1 << 16));
      this.kept = (float) (1 / (1 - rate));
      this.random = random;
    }

    @Override
    public NDArray apply(NDArray x) {
      int rows = Math.toIntExact(x.getShape().get(0));
      int columns = Math.toIntExact(x.getShape().get(1));
      float[] factors = new float[Math.multiplyExact(rows, columns)];
      long bits = 0;
      for (int i = 0; i < factors.length; i++) {
        bits = i % 4 == 0 ? random.nextLong() : bits >>> 16;
        factors[i] = (bits & 0xFFFF) < threshold ? 0 : kept;
      }
      return x.mul(Constants.matrix(x.getManager(), factors, rows, columns));
    }
  }
}

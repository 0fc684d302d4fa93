package org.transcal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plain loops that the JVM makes vectors of, beside the scalar ones. */
class LoopKernelTest extends KernelAgreement {
  private static final int ROWS = 40;

  private final Kernel loops = new LoopKernel();

  LoopKernelTest() {
    super(new LoopKernel());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 17, 65, 512, 513, 1024, 1025, 3000})
  void givenRowAmongAnyOthers_thenSameBits(int columns) {
    float[] z = new float[ROWS * columns];
    SplittableRandom random = new SplittableRandom(columns);
    for (int j = 0; j < z.length; j++) {
      z[j] = (float) (30 * random.nextDouble() - 10);
    }
    RowMoments all = new RowMoments(ROWS);
    loops.moments(z, columns, 0, ROWS, 0.7, all);
    float[] shares = new float[z.length];
    loops.softmax(z, columns, 0, ROWS, 0.7, shares, 0);
    RowMoments alone = new RowMoments(1);
    float[] ownShares = new float[columns];
    for (int i = 0; i < ROWS; i++) {
      loops.moments(z, columns, i, i + 1, 0.7, alone);
      assertThat(alone.max(0)).isEqualTo(all.max(i));
      assertThat(alone.zeroth(0)).isEqualTo(all.zeroth(i));
      assertThat(alone.first(0)).isEqualTo(all.first(i));
      loops.softmax(z, columns, i, i + 1, 0.7, ownShares, 0);
      for (int k = 0; k < columns; k++) {
        assertThat(ownShares[k]).isEqualTo(shares[i * columns + k]);
      }
    }
  }

  @Test
  void givenExponentAmongAnyOthers_thenSameBits() {
    double[] x = new SplittableRandom(1).doubles(3000, -800, 0).toArray();
    double[] together = x.clone();
    loops.exp(together, x.length);
    for (int j = 0; j < x.length; j++) {
      double[] alone = {x[j]};
      loops.exp(alone, 1);
      assertThat(alone[0]).isEqualTo(together[j]);
    }
  }
}

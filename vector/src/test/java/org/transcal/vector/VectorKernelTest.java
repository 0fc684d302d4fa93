package org.transcal.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.kernel.Kernel;
import org.transcal.kernel.Kernels;
import org.transcal.kernel.LoopKernel;

/** Vectors agree with plain loops, over awkward sizes. */
class VectorKernelTest {
  private static final double SINGLE = 2e-6;

  private final Kernel vectors = new VectorKernel();
  private final Kernel loops = new LoopKernel();

  @Test
  void givenModuleOnThePath_thenItIsUsed() {
    assertThat(Kernels.implementation()).isEqualTo("vector");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 8, 9, 13, 15, 16, 17, 31, 65, 207, 345, 1000, 4098})
  void givenAwkwardSize_thenSoftmaxAgrees(int columns) {
    int rows = 9;
    float[] z = floats(rows * columns, columns);
    for (float scale : new float[] {1e-6f, 0.3f, 1, 40}) {
      float[] expectedSoftmax = new float[(rows - 2) * columns];
      float[] actualSoftmax = new float[(rows - 2) * columns];
      loops.softmax(z, columns, 1, rows - 1, scale, expectedSoftmax, 0);
      vectors.softmax(z, columns, 1, rows - 1, scale, actualSoftmax, 0);
      for (int j = 0; j < expectedSoftmax.length; j++) {
        assertThat((double) actualSoftmax[j]).isCloseTo(expectedSoftmax[j], within(SINGLE));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 7, 8, 9, 64, 207, 256, 1025})
  void givenAwkwardSize_thenProductsAgree(int columns) {
    float[] x = floats(6 * columns, columns);
    int[] rows = {5, 0, 3, 1, 2};
    double[] y = new SplittableRandom(columns).doubles(columns, -1, 1).toArray();
    double[] scales = {0.3, -2, 1e-3, 7, 0.1};
    double[] expected = new double[5];
    double[] actual = new double[5];
    double[] expectedSum = y.clone();
    double[] actualSum = y.clone();

    loops.dots(x, columns, rows, 0, 5, y, expected);
    vectors.dots(x, columns, rows, 0, 5, y, actual);
    loops.addRows(x, columns, rows, 0, 5, scales, expectedSum);
    vectors.addRows(x, columns, rows, 0, 5, scales, actualSum);

    // Sums of at most 1,025 terms below 100, in another order.
    assertThat(actual).containsExactly(expected, within(1e-10));
    assertThat(actualSum).containsExactly(expectedSum, within(1e-10));
  }

  private static float[] floats(int count, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[count];
    for (int j = 0; j < count; j++) {
      values[j] = (float) (20 * random.nextDouble() - 10);
    }
    return values;
  }
}

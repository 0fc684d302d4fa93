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

  private static float[] floats(int count, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[count];
    for (int j = 0; j < count; j++) {
      values[j] = (float) (20 * random.nextDouble() - 10);
    }
    return values;
  }
}

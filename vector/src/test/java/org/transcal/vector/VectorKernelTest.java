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
import org.transcal.kernel.RowMoments;

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
  void givenAwkwardSize_thenMomentsAndSoftmaxAgree(int columns) {
    int rows = 9;
    float[] z = floats(rows * columns, columns);
    for (double wanted : new double[] {1e-6, 0.3, 1, 40}) {
      double inverse = vectors.nearestInSingle(wanted);
      RowMoments expected = new RowMoments(rows - 2);
      RowMoments actual = new RowMoments(rows - 2);
      loops.moments(z, columns, 1, rows - 1, inverse, expected);
      vectors.singleMoments(z, columns, 1, rows - 1, inverse, actual);
      assertClose(actual, expected, rows - 2);
      float[] expectedSoftmax = new float[(rows - 2) * columns];
      float[] actualSoftmax = new float[(rows - 2) * columns];
      loops.softmax(z, columns, 1, rows - 1, inverse, expectedSoftmax, 0);
      vectors.softmax(z, columns, 1, rows - 1, inverse, actualSoftmax, 0);
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

  private static void assertClose(RowMoments actual, RowMoments expected, int rows) {
    for (int i = 0; i < rows; i++) {
      assertThat(actual.max(i)).isEqualTo(expected.max(i));
      double zeroth = expected.zeroth(i);
      assertThat(actual.zeroth(i)).isCloseTo(zeroth, within(SINGLE * zeroth));
      // Gaps are at most 20.
      assertThat(actual.first(i)).isCloseTo(expected.first(i), within(20 * SINGLE * zeroth));
    }
  }
}

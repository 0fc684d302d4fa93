package org.transcal.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.kernel.FastExp;
import org.transcal.kernel.Kernel;
import org.transcal.kernel.Kernels;
import org.transcal.kernel.LoopKernel;
import org.transcal.kernel.RowMoments;

/** Vectors agree with plain loops, over awkward sizes. */
class VectorKernelTest {
  /** Both exponentials err by this much, and sums of up to 4,098 terms by less. */
  private static final double ROUNDING = 2 * FastExp.ERROR + 4098 * 1e-15;

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
    double[] doubles = new double[z.length];
    for (int j = 0; j < z.length; j++) {
      doubles[j] = z[j];
    }
    for (double inverse : new double[] {1e-6, 0.3, 1, 40}) {
      RowMoments expected = new RowMoments(rows - 2);
      RowMoments actual = new RowMoments(rows - 2);
      loops.moments(z, columns, 1, rows - 1, inverse, expected);
      vectors.moments(z, columns, 1, rows - 1, inverse, actual);
      assertClose(actual, expected, rows - 2, ROUNDING);
      vectors.moments(doubles, columns, 1, rows - 1, inverse, actual);
      assertClose(actual, expected, rows - 2, ROUNDING);
      float[] expectedSoftmax = new float[(rows - 2) * columns];
      float[] actualSoftmax = new float[(rows - 2) * columns];
      loops.softmax(z, columns, 1, rows - 1, inverse, expectedSoftmax, 0);
      vectors.softmax(z, columns, 1, rows - 1, inverse, actualSoftmax, 0);
      for (int j = 0; j < expectedSoftmax.length; j++) {
        assertThat((double) actualSoftmax[j]).isCloseTo(expectedSoftmax[j], within(SINGLE));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 17, 65, 207})
  void givenListedRows_thenProductsAgree(int columns) {
    float[] x = floats(20 * columns, columns);
    SplittableRandom random = new SplittableRandom(columns);
    double[] y = random.doubles(columns, -1, 1).toArray();
    int[] rows = {19, 3, 3, 0, 7, 11, 2, 18, 5, 6, 1};
    double[] scales = random.doubles(rows.length, -1, 1).toArray();
    double[] expected = new double[rows.length];
    double[] actual = new double[rows.length];
    double[] expectedSum = y.clone();
    double[] actualSum = y.clone();

    loops.dots(x, columns, rows, 1, rows.length, y, expected);
    vectors.dots(x, columns, rows, 1, rows.length, y, actual);
    loops.addRows(x, columns, rows, 1, rows.length, scales, expectedSum);
    vectors.addRows(x, columns, rows, 1, rows.length, scales, actualSum);

    assertThat(actual).containsExactly(expected, within(columns * 1e-14));
    assertThat(actualSum).containsExactly(expectedSum, within(1e-12));
  }

  @Test
  void givenExponents_thenExponentialsMatchTheLibrary() {
    double[] x = new double[4001];
    for (int j = 0; j < x.length; j++) {
      x[j] = -700.0 * j / (x.length - 1);
    }
    double[] found = x.clone();

    vectors.exp(found, found.length);

    for (int j = 0; j < x.length; j++) {
      double expected = Math.exp(x[j]);
      assertThat(found[j]).isCloseTo(expected, within(FastExp.ERROR * expected));
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

  private static void assertClose(RowMoments actual, RowMoments expected, int rows, double error) {
    for (int i = 0; i < rows; i++) {
      assertThat(actual.max(i)).isEqualTo(expected.max(i));
      double zeroth = expected.zeroth(i);
      assertThat(actual.zeroth(i)).isCloseTo(zeroth, within(error * zeroth));
      // Gaps are at most 20.
      assertThat(actual.first(i)).isCloseTo(expected.first(i), within(20 * error * zeroth));
      assertThat(actual.second(i)).isCloseTo(expected.second(i), within(400 * error * zeroth));
    }
  }
}

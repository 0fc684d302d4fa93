package org.transcal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plain loops beside the obvious ones over awkward sizes: they agree to rounding. */
class LoopKernelTest {
  /** Relative rounding of a sum grows with its terms; 1e-15 a term bounds what both orders do. */
  private static final double ROUNDING_PER_TERM = 1e-15;

  /** The polynomial's own error, see {@link LoopDouble}. */
  private static final double EXP_ERROR = LoopDouble.ERROR;

  /** What single precision leaves: rounding of exponents, of the polynomial and of few sums. */
  private static final double SINGLE = 1e-6;

  private static final int OFFSET = 3;
  private static final int ROWS = 40;

  private final ReferenceKernel scalar = new ReferenceKernel();
  private final Kernel loops = new LoopKernel();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 8, 9, 13, 15, 16, 17, 31, 65, 207, 345, 1000, 4098})
  void givenAwkwardSize_thenBothAgree(int size) {
    SplittableRandom random = new SplittableRandom(size);
    float[] floats = new float[size + OFFSET];
    double[] doubles = new double[size + OFFSET];
    for (int j = 0; j < floats.length; j++) {
      floats[j] = (float) (20 * random.nextDouble() - 10);
      doubles[j] = 40 * random.nextDouble() - 20;
    }
    double tolerance = EXP_ERROR + ROUNDING_PER_TERM * size;

    double floatMax = scalar.max(floats, OFFSET, size);
    double doubleMax = scalar.max(doubles, OFFSET, size);
    assertThat(LoopKernel.max(floats, OFFSET, size)).isEqualTo((float) floatMax);
    assertThat(LoopDouble.max(doubles, OFFSET, size)).isEqualTo(doubleMax);
    for (double inverse : new double[] {1e-6, 0.3, 1, 40}) {
      RowMoments expected = new RowMoments(1);
      RowMoments actual = new RowMoments(1);
      scalar.moments(row(floats, size), size, 1, 2, inverse, expected);
      LoopDouble.moments(row(floats, size), size, 1, 2, inverse, actual);
      close(actual, expected, tolerance);
      double[] row = new double[2 * size];
      System.arraycopy(doubles, OFFSET, row, size, size);
      scalar.moments(row, size, 1, 2, inverse, expected);
      LoopDouble.moments(row, size, 1, 2, inverse, actual);
      close(actual, expected, tolerance);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 8, 9, 13, 15, 16, 17, 31, 65, 207, 345, 1000, 1025, 4098})
  void givenRows_thenSinglePrecisionAgreesToSixDigits(int columns) {
    SplittableRandom random = new SplittableRandom(columns);
    int rows = 37;
    float[] z = new float[rows * columns];
    for (int j = 0; j < z.length; j++) {
      z[j] = (float) (30 * random.nextDouble() - 10);
    }
    int from = 2;
    for (double temperature : new double[] {1e-30, 0.02, 1, 3, 1e6}) {
      float scale = Kernels.scale(temperature);
      float[] expectedShares = new float[1 + z.length];
      float[] actualShares = new float[1 + z.length];
      scalar.softmax(z, columns, from, rows, 1 / temperature, expectedShares, 1);
      loops.softmax(z, columns, from, rows, scale, actualShares, 1);
      for (int j = 0; j < expectedShares.length; j++) {
        // Small shares have large exponents, whose rounding they feel; below 2^−126 they are cut
        // off.
        assertThat(actualShares[j])
            .isCloseTo(expectedShares[j], within((float) tolerance(expectedShares[j])));
      }
    }
  }

  @Test
  void givenHugeGaps_thenSinglePrecisionIgnoresThemWithoutOverflow() {
    int columns = 21;
    float[] z = new float[columns];
    java.util.Arrays.fill(z, -Float.MAX_VALUE);
    z[5] = Float.MAX_VALUE;
    float[] shares = new float[columns];

    loops.softmax(z, columns, 0, 1, 1, shares, 0);

    for (int k = 0; k < columns; k++) {
      assertThat(shares[k]).isCloseTo(k == 5 ? 1 : 0, within(1e-30f));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 8, 13, 65, 207})
  void givenListedRows_thenProductsAndSumsAgree(int columns) {
    SplittableRandom random = new SplittableRandom(columns);
    float[] x = new float[20 * columns];
    for (int j = 0; j < x.length; j++) {
      x[j] = (float) (2 * random.nextDouble() - 1);
    }
    double[] y = random.doubles(columns, -1, 1).toArray();
    int[] rows = {19, 3, 3, 0, 7, 11, 2, 18, 5, 6, 1};
    double[] scales = random.doubles(rows.length, -1, 1).toArray();
    for (int from : new int[] {0, 1, 9}) {
      double[] expected = new double[rows.length];
      double[] actual = new double[rows.length];
      scalar.dots(x, columns, rows, from, rows.length, y, expected);
      loops.dots(x, columns, rows, from, rows.length, y, actual);
      assertThat(actual).containsExactly(expected, within(columns * ROUNDING_PER_TERM));
      double[] expectedSum = y.clone();
      double[] actualSum = y.clone();
      scalar.addRows(x, columns, rows, from, rows.length, scales, expectedSum);
      loops.addRows(x, columns, rows, from, rows.length, scales, actualSum);
      assertThat(actualSum).containsExactly(expectedSum, within(20 * ROUNDING_PER_TERM));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 127, 128, 4001})
  void givenExponents_thenExponentialsMatchTheLibrary(int count) {
    double[] x = new double[count + 1];
    for (int j = 0; j < count; j++) {
      x[j] = -700.0 * j / count;
    }
    double[] actual = x.clone();
    LoopDouble.exp(actual, count);
    for (int j = 0; j < count; j++) {
      close(actual[j], Math.exp(x[j]), EXP_ERROR);
    }
    assertThat(actual[0]).isEqualTo(1);
    assertThat(actual[count]).as("what comes after the last").isZero();
  }

  @Test
  void givenExponentsThatUnderflow_thenNegligible() {
    double[] x = new double[200];
    java.util.Arrays.fill(x, -1e9);
    x[1] = Double.NEGATIVE_INFINITY;
    LoopDouble.exp(x, x.length);
    for (double e : x) {
      assertThat(e).isBetween(0.0, 1e-300);
    }
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
    LoopDouble.moments(z, columns, 0, ROWS, 0.7, all);
    float[] shares = new float[z.length];
    loops.softmax(z, columns, 0, ROWS, 0.7f, shares, 0);
    RowMoments alone = new RowMoments(1);
    float[] ownShares = new float[columns];
    for (int i = 0; i < ROWS; i++) {
      LoopDouble.moments(z, columns, i, i + 1, 0.7, alone);
      assertThat(alone.max()[0]).isEqualTo(all.max()[i]);
      assertThat(alone.zeroth()[0]).isEqualTo(all.zeroth()[i]);
      assertThat(alone.first()[0]).isEqualTo(all.first()[i]);
      loops.softmax(z, columns, i, i + 1, 0.7f, ownShares, 0);
      for (int k = 0; k < columns; k++) {
        assertThat(ownShares[k]).isEqualTo(shares[i * columns + k]);
      }
    }
  }

  @Test
  void givenExponentAmongAnyOthers_thenSameBits() {
    double[] x = new SplittableRandom(1).doubles(3000, -800, 0).toArray();
    double[] together = x.clone();
    LoopDouble.exp(together, x.length);
    for (int j = 0; j < x.length; j++) {
      double[] alone = {x[j]};
      LoopDouble.exp(alone, 1);
      assertThat(alone[0]).isEqualTo(together[j]);
    }
  }

  /** The values as the second of two rows. */
  private static float[] row(float[] values, int size) {
    float[] row = new float[2 * size];
    System.arraycopy(values, OFFSET, row, size, size);
    return row;
  }

  private static void close(RowMoments actual, RowMoments expected, double tolerance) {
    assertThat(actual.max()[0]).isEqualTo(expected.max()[0]);
    close(actual.zeroth()[0], expected.zeroth()[0], tolerance);
    close(actual.first()[0], expected.first()[0], tolerance);
    close(actual.second()[0], expected.second()[0], tolerance);
  }

  private static double tolerance(double small) {
    double size = Math.abs(small) + 1e-37;
    return SINGLE * size * (1 + Math.abs(Math.log(size))) + 1e-30;
  }

  private static void close(double actual, double expected, double tolerance) {
    assertThat(actual).isCloseTo(expected, within(tolerance * Math.abs(expected) + 1e-300));
  }
}

package org.transcal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scalar and the vector loops over awkward sizes: they agree to rounding. */
class KernelAgreementTest {
  /** Relative rounding of a sum grows with its terms; 1e-15 a term bounds what both orders do. */
  private static final double ROUNDING_PER_TERM = 1e-15;

  /** The polynomial's own error, see {@link FastExp}. */
  private static final double EXP_ERROR = FastExp.ERROR;

  private static final int OFFSET = 3;

  private final Kernel scalar = new ScalarKernel();
  private final Kernel vector = new VectorKernel();

  @Test
  void givenVectorModule_thenDoorChoosesVectors() {
    assertThat(KernelChoice.choose("vector")).isInstanceOf(VectorKernel.class);
    assertThat(KernelChoice.choose("scalar")).isInstanceOf(ScalarKernel.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 8, 9, 13, 15, 16, 17, 31, 65, 207, 345, 1000, 4098})
  void givenAwkwardSize_thenBothAgree(int size) {
    SplittableRandom random = new SplittableRandom(size);
    float[] floats = new float[size + OFFSET];
    double[] doubles = new double[size + OFFSET];
    double[] other = new double[size];
    for (int j = 0; j < floats.length; j++) {
      floats[j] = (float) (20 * random.nextDouble() - 10);
      doubles[j] = 40 * random.nextDouble() - 20;
    }
    for (int j = 0; j < size; j++) {
      other[j] = 2 * random.nextDouble() - 1;
    }
    double tolerance = EXP_ERROR + ROUNDING_PER_TERM * size;

    double floatMax = scalar.max(floats, OFFSET, size);
    double doubleMax = scalar.max(doubles, OFFSET, size);
    assertThat(vector.max(floats, OFFSET, size)).isEqualTo(floatMax);
    assertThat(vector.max(doubles, OFFSET, size)).isEqualTo(doubleMax);
    for (double inverse : new double[] {1e-6, 0.3, 1, 40}) {
      close(
          vector.sumExp(floats, OFFSET, size, floatMax, inverse),
          scalar.sumExp(floats, OFFSET, size, floatMax, inverse),
          tolerance);
      close(
          vector.sumExp(doubles, OFFSET, size, doubleMax, inverse),
          scalar.sumExp(doubles, OFFSET, size, doubleMax, inverse),
          tolerance);
      double[] expected = new double[3];
      double[] actual = new double[3];
      scalar.expMoments(floats, OFFSET, size, floatMax, inverse, expected);
      vector.expMoments(floats, OFFSET, size, floatMax, inverse, actual);
      for (int m = 0; m < 3; m++) {
        close(actual[m], expected[m], tolerance);
      }
      scalar.expMoments(doubles, OFFSET, size, doubleMax, inverse, expected);
      vector.expMoments(doubles, OFFSET, size, doubleMax, inverse, actual);
      for (int m = 0; m < 3; m++) {
        close(actual[m], expected[m], tolerance);
      }
    }
    // A dot product may cancel: its rounding is relative to the sum of absolute terms, below 20 n.
    assertThat(vector.dot(floats, OFFSET, other, size))
        .isCloseTo(
            scalar.dot(floats, OFFSET, other, size),
            within(20 * size * (size + 4) * ROUNDING_PER_TERM));
    assertThat(vector.dot(doubles, OFFSET, other, size))
        .isCloseTo(
            scalar.dot(doubles, OFFSET, other, size),
            within(20 * size * (size + 4) * ROUNDING_PER_TERM));
    double[] scalarSum = other.clone();
    double[] vectorSum = other.clone();
    scalar.axpy(0.7, floats, OFFSET, scalarSum, size);
    vector.axpy(0.7, floats, OFFSET, vectorSum, size);
    scalar.axpy(-1.3, doubles, OFFSET, scalarSum, size);
    vector.axpy(-1.3, doubles, OFFSET, vectorSum, size);
    for (int j = 0; j < size; j++) {
      assertThat(vectorSum[j]).isCloseTo(scalarSum[j], within(1e-13));
    }
  }

  @Test
  void givenFastExponential_thenMatchesTheLibraryAndItsOwnLanes() {
    double[] x = new double[4001];
    for (int j = 0; j < x.length; j++) {
      x[j] = -700.0 * j / (x.length - 1);
    }
    double[] lanes = x.clone();
    vector.exp(lanes, lanes.length);
    for (int j = 0; j < x.length; j++) {
      close(FastExp.exp(x[j]), Math.exp(x[j]), EXP_ERROR);
      assertThat(lanes[j]).isEqualTo(FastExp.exp(x[j]));
    }
    assertThat(FastExp.exp(0)).isEqualTo(1);
    assertThat(FastExp.exp(-1e9)).isPositive().isLessThan(1e-300);
    assertThat(FastExp.exp(Double.NEGATIVE_INFINITY)).isPositive().isLessThan(1e-300);
  }

  private static void close(double actual, double expected, double tolerance) {
    assertThat(actual).isCloseTo(expected, within(tolerance * Math.abs(expected) + 1e-300));
  }
}

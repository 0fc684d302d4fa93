package org.transcal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;

/**
 * Every loop over awkward sizes, in both storages, against sums written out with StrictMath and
 * compensation, and against closed forms where the numbers are extreme.
 */
class KernelsTest {
  private static final int ROWS = 3;
  private static final double EPSILON = Math.ulp(1.0);

  /** An exponential is off by a few units in the last place, from its argument and from itself. */
  private static final int UNITS_PER_TERM = 4;

  /** The remainder of the polynomial that vector kernels use for exponentials. */
  private static final double FAST_EXP_ERROR = LoopDouble.ERROR;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 13, 207, 4098})
  void givenAnySize_thenMaximaAndTheirColumnsMatch(int columns) {
    double[][] rows = rows(columns, 3);

    for (Matrix matrix : bothStorages(rows)) {
      int[] columnsOfMaxima = Kernels.rowArgMax(matrix);

      for (int i = 0; i < ROWS; i++) {
        double largest = Arrays.stream(rows[i]).max().orElseThrow();
        assertThat(Kernels.rowMax(matrix, i)).isEqualTo(largest);
        assertThat(rows[i][columnsOfMaxima[i]]).isEqualTo(largest);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 0, 1", "4, 1, 3", "13, 0, 12", "207, 100, 101", "4098, 7, 4097"})
  void givenTies_thenFirstColumnWins(int columns, int first, int second) {
    double[][] rows = rows(columns, 3);
    rows[1][first] = 50;
    rows[1][second] = 50;

    for (Matrix matrix : bothStorages(rows)) {
      assertThat(Kernels.rowArgMax(matrix)[1]).isEqualTo(first);
    }
  }

  @Test
  void givenAllEqual_thenFirstColumnWins() {
    for (Matrix matrix : bothStorages(new double[][] {{-2, -2, -2}, {0, 0, 0}})) {
      assertThat(Kernels.rowArgMax(matrix)).containsExactly(0, 0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 13, 207, 4098})
  void givenAnySize_thenConfidenceMatchesPlainSums(int columns) {
    double[][] rows = rows(columns, 5);

    for (Matrix matrix : bothStorages(rows)) {
      for (double temperature : new double[] {0.02, 0.7, 1, 3, 1e6}) {
        double[] confidence = Kernels.rowConfidence(matrix, temperature);
        for (int i = 0; i < ROWS; i++) {
          double sum = plainMoment(rows[i], 1 / temperature, 0);
          assertThat(confidence[i]).isCloseTo(1 / sum, within(relative(columns) / sum));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 13, 207, 4098})
  void givenAnySize_thenSoftmaxRowSumsToOneAndMatchesConfidence(int columns) {
    for (Matrix matrix : bothStorages(rows(columns, 5))) {
      double[] confidence = Kernels.rowConfidence(matrix, 0.7);
      int[] best = Kernels.rowArgMax(matrix);
      double[] row = new double[columns];
      for (int i = 0; i < ROWS; i++) {
        Kernels.softmaxRow(matrix, i, 0.7, row);
        assertThat(Arrays.stream(row).sum()).isCloseTo(1, within(relative(columns)));
        assertThat(row[best[i]]).isCloseTo(confidence[i], within(relative(columns)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 13, 207, 4098})
  void givenAnySize_thenMomentsMatchPlainSums(int columns) {
    double[][] rows = rows(columns, 5);

    for (Matrix matrix : bothStorages(rows)) {
      for (double inverse : new double[] {0, 0.3, 1, 40}) {
        RowMoments moments = new RowMoments(ROWS);
        Kernels.moments(matrix, 0, ROWS, inverse, moments);
        for (int i = 0; i < ROWS; i++) {
          double[] actual = {moments.zeroth()[i], moments.first()[i], moments.second()[i]};
          for (int power = 0; power < 3; power++) {
            // All terms of a moment have one sign, so errors are relative to the sum.
            double expected = plainMoment(rows[i], inverse, power);
            assertThat(actual[power])
                .isCloseTo(expected, within(relative(columns) * Math.abs(expected)));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 13, 207, 4098})
  void givenAnySize_thenConfidenceSlopeIsThatOfTheFormula(int columns) {
    double[][] rows = rows(columns, 5);
    double temperature = 1.7;

    for (Matrix matrix : bothStorages(rows)) {
      double[] confidence = new double[ROWS];
      double[] slope = new double[ROWS];
      Kernels.rowConfidenceWithSlope(matrix, temperature, confidence, slope);

      assertThat(confidence)
          .containsExactly(Kernels.rowConfidence(matrix, temperature), within(relative(columns)));
      for (int i = 0; i < ROWS; i++) {
        double sum = plainMoment(rows[i], 1 / temperature, 0);
        double expected = plainMoment(rows[i], 1 / temperature, 1) / (temperature * sum * sum);
        assertThat(slope[i])
            .isCloseTo(expected, within(3 * relative(columns) * Math.abs(expected)));
      }
    }
  }

  @Test
  void givenTwoClasses_thenConfidenceSlopeIsThatOfTheSigmoid() {
    double[] confidence = new double[1];
    double[] slope = new double[1];

    Kernels.rowConfidenceWithSlope(Matrix.copyOf(new double[][] {{2, 5}}), 2, confidence, slope);

    double p = 1 / (1 + Math.exp(-1.5));
    assertThat(confidence[0]).isCloseTo(p, within(relative(2)));
    assertThat(slope[0]).isCloseTo(-1.5 * p * (1 - p), within(relative(2)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 13, 207, 4098})
  void givenAnySize_thenDotAndAddRowMatchPlainSums(int columns) {
    double[][] rows = rows(columns, 3);
    double[] vector = rows(columns, 2)[2];

    for (Matrix matrix : bothStorages(rows)) {
      for (int i = 0; i < ROWS; i++) {
        double[] products = new double[columns];
        double[] sum = vector.clone();
        for (int j = 0; j < columns; j++) {
          products[j] = rows[i][j] * vector[j];
          sum[j] += -0.37 * rows[i][j];
        }
        double magnitude = Arrays.stream(products).map(Math::abs).sum();

        double dot = Kernels.rowDot(matrix, i, vector);
        double[] added = vector.clone();
        Kernels.addRow(matrix, i, -0.37, added);

        assertThat(dot).isCloseTo(compensated(products), within(relative(columns) * magnitude));
        assertThat(added).containsExactly(sum, within(UNITS_PER_TERM * EPSILON * 10));
      }
    }
  }

  @Test
  void givenVectorLongerThanRow_thenAddRowLeavesTheRestUnchanged() {
    double[] vector = {1, 2, 3};

    Kernels.addRow(Matrix.copyOf(new double[][] {{10, 20}}), 0, 2, vector);

    assertThat(vector).containsExactly(21, 42, 3);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1e-3, 0.018, 1, 50, 1e6})
  void givenHugeLogits_thenClosedFormsHold(double temperature) {
    double[][] rows = {{1e4, 1e4}, {1e4, -1e4}, {-1e4, -1e4}, {-1e4, 1e4}};
    double pairedSum = 1 + Math.exp(-2e4 / temperature);
    double[] confidence = {0.5, 1 / pairedSum, 0.5, 1 / pairedSum};

    for (Matrix matrix : bothStorages(rows)) {
      assertThat(Kernels.rowConfidence(matrix, temperature))
          .containsExactly(confidence, within(relative(2)));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.MIN_VALUE, 1e-310, Double.MIN_NORMAL, 1e-300})
  void givenTemperatureWhoseInverseOverflows_thenConfidenceIsTheLimit(double temperature) {
    for (Matrix matrix : bothStorages(new double[][] {{3, 1, 2}, {1, 3, 3}, {-5, -5, -5}})) {
      assertThat(Kernels.rowConfidence(matrix, temperature)).containsExactly(1, 1 / 2.0, 1 / 3.0);
      assertThat(Kernels.meanConfidence(matrix, temperature, Frequencies.ones(3)))
          .isCloseTo(11 / 18.0, within(relative(3)));
    }
  }

  @Test
  void givenGapsWhoseSquareOverflows_thenMomentsIgnoreThem() {
    double[] row = new double[11];
    java.util.Arrays.fill(row, -1e308);
    row[3] = 1e308;
    row[10] = 1e308 - 1e292;
    RowMoments moments = new RowMoments(1);

    Kernels.moments(Matrix.copyOf(new double[][] {row}), 0, 1, 1, moments);

    // What vectors leave of such gaps, e^−707 times 707², is nothing beside the 1.
    assertThat(new double[] {moments.zeroth()[0], moments.first()[0], moments.second()[0]})
        .containsExactly(new double[] {1, 0, 0}, within(1e-100));
  }

  @Test
  void givenFrequencies_thenMeanConfidenceIsThatOfRepeatedRows() {
    double[][] rows = rows(13, 2);
    double[][] repeated = {rows[0], rows[2], rows[2], rows[2]};

    for (int storage = 0; storage < 2; storage++) {
      double counted =
          Kernels.meanConfidence(
              bothStorages(rows)[storage], 1.5, Frequencies.copyOf(new double[] {1, 0, 3}));
      double duplicated =
          Kernels.meanConfidence(bothStorages(repeated)[storage], 1.5, Frequencies.ones(4));

      assertThat(counted).isCloseTo(duplicated, within(relative(13)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 206, 207, 413})
  void givenNonFinite_thenItsFirstPositionIsFound(int position) {
    float[] floats = new float[414];
    floats[position] = Float.NEGATIVE_INFINITY;
    double[] doubles = new double[414];
    doubles[position] = Double.NaN;
    if (position < 413) {
      floats[413] = Float.NaN;
      doubles[413] = Double.POSITIVE_INFINITY;
    }

    assertThat(Kernels.firstBeyond(Matrix.wrap(floats, 2, 207), Double.MAX_VALUE))
        .isEqualTo(position);
    assertThat(Kernels.firstBeyond(Matrix.wrap(doubles, 2, 207), Double.MAX_VALUE))
        .isEqualTo(position);
  }

  @Test
  void givenManyValues_thenTheFirstNonFiniteIsFoundByAnyThread() {
    for (int position : new int[] {0, 1023, 1024, 65_535, 65_536, 131_073, 199_999}) {
      float[] values = new float[200_000];
      values[199_999] = Float.NaN;
      values[position] = Float.NEGATIVE_INFINITY;
      assertThat(Kernels.firstBeyond(Matrix.wrap(values, 200, 1000), Double.MAX_VALUE))
          .isEqualTo(position);
    }
    assertThat(Kernels.firstBeyond(Matrix.wrap(new float[200_000], 200, 1000), Double.MAX_VALUE))
        .isEqualTo(-1);
  }

  @Test
  void givenOnlyFinite_thenNoneIsFound() {
    assertThat(
            Kernels.firstBeyond(
                Matrix.wrap(new float[] {Float.MAX_VALUE, 0}, 1, 2), Double.MAX_VALUE))
        .isEqualTo(-1);
    assertThat(
            Kernels.firstBeyond(
                Matrix.wrap(new double[] {-Double.MAX_VALUE, 0}, 2, 1), Double.MAX_VALUE))
        .isEqualTo(-1);
    assertThat(Kernels.firstBeyond(Matrix.wrap(new double[0], 0, 5), Double.MAX_VALUE))
        .isEqualTo(-1);
  }

  @Test
  void givenLimit_thenTheFirstBeyondItIsFoundInEitherPrecision() {
    float[] floats = new float[70_000];
    floats[9] = 1e30f;
    floats[66_000] = -1.1e30f;
    double[] doubles = {1e30, -1e30, 1.0000001e30};

    assertThat(Kernels.firstBeyond(Matrix.wrap(floats, 70, 1000), 1e30)).isEqualTo(66_000);
    assertThat(Kernels.firstBeyond(Matrix.wrap(floats, 70, 1000), 1e31)).isEqualTo(-1);
    assertThat(Kernels.firstBeyond(Matrix.wrap(doubles, 1, 3), 1e30)).isEqualTo(2);
    floats[3] = Float.NaN;
    assertThat(Kernels.firstBeyond(Matrix.wrap(floats, 70, 1000), 1e31)).isEqualTo(3);
  }

  @Test
  void givenNoColumns_thenRowMaximumIsRefused() {
    Matrix empty = Matrix.wrap(new double[0], 2, 0);

    assertThatThrownBy(() -> Kernels.rowMax(empty, 0)).hasMessageContaining("no columns");
    assertThatThrownBy(() -> Kernels.rowArgMax(empty)).hasMessageContaining("no columns");
  }

  /** Relative error of a sum of terms of the same sign. */
  private static double relative(int columns) {
    return (columns + UNITS_PER_TERM) * EPSILON + FAST_EXP_ERROR;
  }

  /** Values that are exact in single precision, so that both precisions store the same numbers. */
  private static double[][] rows(int columns, double spread) {
    SplittableRandom random = new SplittableRandom(columns);
    double[][] rows = new double[ROWS][columns];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> (float) (spread * (random.nextDouble(-1, 1) + random.nextDouble())));
    }
    return rows;
  }

  private static Matrix[] bothStorages(double[][] rows) {
    int columns = rows[0].length;
    float[] floats = new float[rows.length * columns];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) rows[i / columns][i % columns];
    }
    return new Matrix[] {Matrix.wrap(floats, rows.length, columns), Matrix.copyOf(rows)};
  }

  /** Σ exp(inverse·g)·g^power with g = z − max z. */
  private static double plainMoment(double[] z, double inverse, int power) {
    double max = Arrays.stream(z).max().orElseThrow();
    return compensated(
        Arrays.stream(z)
            .map(v -> StrictMath.exp(inverse * (v - max)) * StrictMath.pow(v - max, power))
            .toArray());
  }

  /** Kahan's sum. */
  private static double compensated(double[] terms) {
    double sum = 0;
    double lost = 0;
    for (double term : terms) {
      double adjusted = term - lost;
      double next = sum + adjusted;
      lost = (next - sum) - adjusted;
      sum = next;
    }
    return sum;
  }
}

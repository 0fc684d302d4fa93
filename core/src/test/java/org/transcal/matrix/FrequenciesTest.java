package org.transcal.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.testing.Cases;

class FrequenciesTest {
  /** Sums of at most 36 products of numbers up to 10: rounding of each, generously. */
  private static final double ROUNDING = 36 * 100 * Math.ulp(1.0);

  @Test
  void givenIntegerFrequencies_thenMomentsEqualThoseOfRepeatedRows() {
    Cases.of(200, 4)
        .check(
            draw -> {
              double[] xs = draw.reals(12, -10, 10);
              double[] ys = draw.reals(12, -10, 10);
              int[] counts = draw.integers(12, 0, 3);

              int[] repeated =
                  IntStream.range(0, 12)
                      .flatMap(i -> IntStream.generate(() -> i).limit(counts[i]))
                      .toArray();
              draw.assume(repeated.length >= 2);
              Frequencies frequencies =
                  Frequencies.copyOf(Arrays.stream(counts).mapToDouble(c -> c).toArray());
              double[] repeatedX = Arrays.stream(repeated).mapToDouble(i -> xs[i]).toArray();
              double[] repeatedY = Arrays.stream(repeated).mapToDouble(i -> ys[i]).toArray();

              assertThat(frequencies.total()).isEqualTo(repeated.length);
              assertThat(frequencies.mean(xs))
                  .isCloseTo(Arrays.stream(repeatedX).average().orElseThrow(), within(ROUNDING));
              assertThat(frequencies.covariance(xs, ys))
                  .isCloseTo(plainCovariance(repeatedX, repeatedY), within(ROUNDING));
              assertThat(frequencies.variance(xs))
                  .isCloseTo(plainCovariance(repeatedX, repeatedX), within(ROUNDING));
            });
  }

  @Test
  void givenLargeOffset_thenVarianceIsAccurate() {
    double[] x = {1e9 + 1, 1e9 + 2, 1e9 + 3};

    assertThat(Frequencies.ones(3).variance(x)).isEqualTo(1);
  }

  @Test
  void givenZeroFrequency_thenEvenANonFiniteValueIsIgnored() {
    Frequencies frequencies = Frequencies.copyOf(1, 0, 1, 0);
    double[] x = {1, Double.NEGATIVE_INFINITY, 3, Double.NaN};

    assertThat(frequencies.mean(x)).isEqualTo(2);
    assertThat(frequencies.variance(x)).isEqualTo(2);
  }

  @Test
  void givenOneRow_thenVarianceIsUndefined() {
    assertThat(Frequencies.ones(1).variance(new double[] {3})).isNaN();
    assertThat(Frequencies.ones(1).mean(new double[] {3})).isEqualTo(3);
  }

  @Test
  void givenNoRows_thenTotalIsZero() {
    assertThat(Frequencies.ones(0).total()).isZero();
    assertThat(Frequencies.ones(0).rows()).isZero();
  }

  @Test
  void givenFrequencies_thenCopiedInAndOut() {
    double[] given = {1, 2, 3};
    Frequencies frequencies = Frequencies.copyOf(given);

    given[0] = 9;
    frequencies.toArray()[1] = 9;

    assertThat(frequencies.toArray()).containsExactly(1, 2, 3);
    assertThat(frequencies.select(new int[] {2, 2, 0}).toArray()).containsExactly(3, 3, 1);
    assertThat(frequencies.select(new int[] {2, 2, 0}).total()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, -1e-300, Double.NaN, Double.POSITIVE_INFINITY})
  void givenNegativeOrNotFinite_thenRefusedWithRowAndValue(double bad) {
    assertThatThrownBy(() -> Frequencies.copyOf(1, 2, bad))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 2")
        .hasMessageContaining("" + bad);
  }

  @Test
  void givenOnlyZeros_thenRefused() {
    assertThatThrownBy(() -> Frequencies.copyOf(0, 0))
        .hasMessageContaining("All frequencies are 0");
    assertThatThrownBy(() -> Frequencies.copyOf(0, 1).select(new int[] {0}))
        .hasMessageContaining("All frequencies are 0");
  }

  @Test
  void givenWrongNumberOfValues_thenRefused() {
    Frequencies frequencies = Frequencies.ones(3);

    assertThatThrownBy(() -> frequencies.requireRows(4, "Target"))
        .hasMessage("Target has 4 rows but 3 frequencies");
    assertThatThrownBy(() -> frequencies.mean(new double[4]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4 values")
        .hasMessageContaining("3 frequencies");
    assertThatThrownBy(() -> frequencies.covariance(new double[3], new double[2]))
        .hasMessageContaining("2 values");
  }

  @Test
  void givenResample_thenTotalIsKeptAndAbsentRowsAreNotDrawn() {
    Frequencies frequencies = Frequencies.copyOf(0, 2, 0, 1, 7, 0);

    for (int i = 0; i < 100; i++) {
      Frequencies drawn = frequencies.resampled(random(i));

      assertThat(drawn.total()).isEqualTo(10);
      assertThat(drawn.get(0) + drawn.get(2) + drawn.get(5)).isZero();
    }
  }

  @Test
  void givenResamples_thenEachRowIsDrawnInProportionToItsFrequency() {
    Frequencies drawn = Frequencies.copyOf(1e5, 3e5, 6e5).resampled(random(1));

    // Five standard deviations of a binomial count are below 2,500.
    assertThat(drawn.toArray()).containsExactly(new double[] {1e5, 3e5, 6e5}, within(2500.0));
  }

  @Test
  void givenDrawExactlyBetweenTwoRows_thenTheNextRowOfPositiveFrequency() {
    UniformRandomProvider half = () -> 1L << 63;

    assertThat(Frequencies.copyOf(1, 0, 1).resampled(half).toArray()).containsExactly(0, 0, 2);
  }

  private static UniformRandomProvider random(long seed) {
    return RandomSource.XO_SHI_RO_256_PP.create(seed);
  }

  /** Over pairs of rows: Σ_{i<j} (x_i − x_j)(y_i − y_j) / (n(n − 1)). */
  private static double plainCovariance(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < i; j++) {
        sum += (x[i] - x[j]) * (y[i] - y[j]);
      }
    }
    return sum / x.length / (x.length - 1);
  }
}

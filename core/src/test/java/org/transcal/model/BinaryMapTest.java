package org.transcal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.testing.Cases;

class BinaryMapTest {
  private static final double ROUNDING = 8 * Math.ulp(1.0);
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  /** Expected: {@code numpy.interp(p, [0.1, 0.4, 0.5], [0.05, 0.35, 0.95])}. */
  @ParameterizedTest
  @CsvSource({
    "0.0001, 0.05",
    "0.1, 0.05",
    "0.25, 0.2",
    "0.3, 0.25",
    "0.4, 0.35",
    "0.45, 0.65",
    "0.5, 0.95",
    "0.9999, 0.95"
  })
  void givenIsotonic_thenLinearBetweenKnotsAndConstantOutside(double probability, double expected) {
    BinaryMap map =
        new BinaryMap.Isotonic(new double[] {0.1, 0.4, 0.5}, new double[] {0.05, 0.35, 0.95});

    assertThat(map.apply(logOdds(probability))).isCloseTo(expected, within(10 * ROUNDING));
  }

  @Test
  void givenIsotonicOfOneKnot_thenConstant() {
    BinaryMap map = new BinaryMap.Isotonic(new double[] {0.5}, new double[] {0.3});

    assertThat(map.apply(-INFINITE)).isEqualTo(0.3);
    assertThat(map.apply(0)).isEqualTo(0.3);
    assertThat(map.apply(INFINITE)).isEqualTo(0.3);
  }

  @Test
  void givenIsotonic_thenNeverDecreases() {
    Cases.of(200, 13)
        .check(
            draw -> {
              double first = draw.real(-30, 30);
              double second = draw.real(-30, 30);

              BinaryMap map =
                  new BinaryMap.Isotonic(
                      new double[] {0.1, 0.4, 0.5, 0.9}, new double[] {0, 0.4, 0.4, 1});

              assertThat(map.apply(Math.min(first, second)))
                  .isLessThanOrEqualTo(map.apply(Math.max(first, second)));
            });
  }

  @Test
  void givenHistogram_thenBinsAreOpenBelowAndClosedAbove() {
    BinaryMap map = new BinaryMap.Histogram(0.1, 0.9);

    // Even odds are probability ½, the upper edge of the first bin.
    assertThat(map.apply(0)).isEqualTo(0.1);
    assertThat(map.apply(1e-15)).isEqualTo(0.1);
    assertThat(map.apply(1e-5)).isEqualTo(0.9);
    assertThat(map.apply(-INFINITE)).isEqualTo(0.1);
    assertThat(map.apply(INFINITE)).isEqualTo(0.9);
  }

  @Test
  void givenPlatt_thenSigmoidOfALinearFunction() {
    assertThat(new BinaryMap.Platt(2, 1).apply(-0.25))
        .isCloseTo(1 / (1 + Math.exp(-0.5)), within(ROUNDING));
    assertThat(new BinaryMap.Platt(-2, 1).apply(INFINITE)).isZero();
    assertThat(new BinaryMap.Platt(2, 1).apply(INFINITE)).isEqualTo(1);
  }

  @Test
  void givenPlattOfSlopeZero_thenConstantEvenAtInfiniteOdds() {
    BinaryMap map = new BinaryMap.Platt(0, 1);

    assertThat(map.apply(INFINITE)).isEqualTo(map.apply(0));
    assertThat(map.apply(-INFINITE)).isEqualTo(map.apply(0));
  }

  @Test
  void givenSigmoid_thenExactAtBothEnds() {
    assertThat(BinaryMap.sigmoid(0)).isEqualTo(0.5);
    assertThat(BinaryMap.sigmoid(-INFINITE)).isZero();
    assertThat(BinaryMap.sigmoid(INFINITE)).isEqualTo(1);
    assertThat(BinaryMap.sigmoid(-700)).isCloseTo(Math.exp(-700), within(Math.ulp(Math.exp(-700))));
    assertThat(BinaryMap.sigmoid(-40) / Math.exp(-40)).isCloseTo(1, within(ROUNDING));
  }

  private static double logOdds(double probability) {
    return Math.log(probability / (1 - probability));
  }
}

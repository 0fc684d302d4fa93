package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;
import org.transcal.testing.Cases;

class ImportanceWeightsTest {
  private static final double ROUNDING = 16 * Math.ulp(1.0);
  private static final DomainSeparation SEPARATION =
      new DomainSeparation(1, 0.6, Termination.CONVERGED);

  @Test
  void givenWeights_thenReadBack() {
    ImportanceWeights weights = ImportanceWeights.of(0.25, 1, 3);

    assertThat(weights.values()).containsExactly(new double[] {0.25, 1, 3}, within(ROUNDING));
    assertThat(weights.log(2)).isEqualTo(Math.log(3));
    assertThat(weights.estimator()).isEqualTo("given");
    assertThat(weights.separation()).isEmpty();
    assertThat(weights.rows()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1e-9, Double.NaN, Double.POSITIVE_INFINITY})
  void givenBadWeight_thenRefusedWithRowAndValue(double bad) {
    assertThatThrownBy(() -> ImportanceWeights.of(1, 2, bad))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Importance weight at row 2 is " + bad + "; it must be finite and ≥ 0");
  }

  @Test
  void givenOnlyZeros_thenRefused() {
    assertThatThrownBy(() -> ImportanceWeights.of(0, 0)).hasMessageContaining("All importance");
  }

  @Test
  void givenNaNLog_thenRefusedWithRow() {
    assertThatThrownBy(
            () -> ImportanceWeights.ofLogs(new double[] {0, Double.NaN}, "logistic", SEPARATION))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 1")
        .hasMessageContaining("NaN");
  }

  @Test
  void givenSomeZeros_thenTheyWeighNothingAndStayUsable() {
    ImportanceWeights weights = ImportanceWeights.of(0, 2, 0, 2);
    Frequencies once = Frequencies.ones(4);

    assertThat(weights.values()[0]).isLessThan(1e-100);
    assertThat(weights.log(0)).isFinite();
    assertThat(weights.mean(once)).isCloseTo(1, within(ROUNDING));
    assertThat(weights.effectiveSampleSize(once)).isCloseTo(2, within(ROUNDING));
  }

  @Test
  void givenScoresThatOverflow_thenEverythingIsFinite() {
    double[] logs = {1e4, -1e4, 0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e4};
    ImportanceWeights weights = ImportanceWeights.ofLogs(logs, "logistic", SEPARATION);
    Frequencies once = Frequencies.ones(6);

    for (double exponent : new double[] {0, 0.5, 1}) {
      double[] tempered = weights.temperedBy(exponent);
      assertThat(once.mean(tempered)).isFinite().isPositive();
      assertThat(once.variance(tempered)).isFinite();
    }
    assertThat(weights.max(once)).isFinite();
    assertThat(weights.effectiveSampleSize(once)).isCloseTo(3, within(ROUNDING));
    assertThat(weights.estimator()).isEqualTo("logistic");
    assertThat(weights.separation()).contains(SEPARATION);
  }

  @Test
  void givenExponentBelowOne_thenWeightsMoveTowardsOne() {
    Cases.of(300, 15)
        .check(
            draw -> {
              double[] logs = draw.reals(draw.integer(1, 10), -50, 50);
              double exponent = draw.real(0, 0.999);

              ImportanceWeights weights = ImportanceWeights.ofLogs(logs, "logistic", SEPARATION);

              double[] whole = weights.values();
              double[] tempered = weights.temperedBy(exponent);

              double largest = Arrays.stream(whole).max().orElseThrow();
              if (largest > 1) {
                assertThat(Arrays.stream(tempered).max().orElseThrow()).isLessThan(largest);
              }
              for (int i = 0; i < whole.length; i++) {
                assertThat(tempered[i])
                    .isBetween(
                        Math.min(1, whole[i]) - ROUNDING, Math.max(1, whole[i]) * (1 + ROUNDING));
                assertThat(Math.log(tempered[i]))
                    .isCloseTo(exponent * weights.log(i), within(50 * ROUNDING));
              }
            });
  }

  @Test
  void givenEndsOfTheExponent_thenOnesAndTheWeightsThemselves() {
    ImportanceWeights weights = ImportanceWeights.of(0, 0.5, 7);

    assertThat(weights.temperedBy(0)).containsExactly(1, 1, 1);
    assertThat(weights.temperedBy(1)).containsExactly(weights.values());
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.01, 1.01, Double.NaN})
  void givenExponentOutside_thenRefused(double exponent) {
    assertThatThrownBy(() -> ImportanceWeights.of(1, 2).temperedBy(exponent))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("" + exponent)
        .hasMessageContaining("[0, 1]");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-120, 0.3, 1, 1e120})
  void givenEqualWeights_thenEffectiveSampleSizeIsTheSize(double weight) {
    double[] all = new double[37];
    Arrays.fill(all, weight);

    assertThat(ImportanceWeights.of(all).effectiveSampleSize(Frequencies.ones(37)))
        .isCloseTo(37, within(37 * ROUNDING));
  }

  @Test
  void givenFrequencies_thenAsRepeatedRows() {
    ImportanceWeights counted = ImportanceWeights.of(0.5, 9, 2, 1);
    Frequencies frequencies = Frequencies.copyOf(2, 0, 3, 1);
    ImportanceWeights repeated = ImportanceWeights.of(0.5, 0.5, 2, 2, 2, 1);
    Frequencies once = Frequencies.ones(6);

    assertThat(counted.mean(frequencies)).isCloseTo(repeated.mean(once), within(ROUNDING));
    assertThat(counted.max(frequencies))
        .isEqualTo(repeated.max(once))
        .isCloseTo(2, within(ROUNDING));
    // (0.5 + 0.5 + 2 + 2 + 2 + 1)² / (0.25 + 0.25 + 4 + 4 + 4 + 1)
    assertThat(counted.effectiveSampleSize(frequencies))
        .isCloseTo(repeated.effectiveSampleSize(once), within(6 * ROUNDING))
        .isCloseTo(64 / 13.5, within(6 * ROUNDING));
  }

  @Test
  void givenHugeWeightThatDoesNotCount_thenEffectiveSampleSizeIsThatOfTheOthers() {
    ImportanceWeights weights =
        ImportanceWeights.ofLogs(new double[] {300, -300, -300}, "logistic", SEPARATION);

    assertThat(weights.effectiveSampleSize(Frequencies.copyOf(0, 1, 1)))
        .isCloseTo(2, within(ROUNDING));
  }

  @Test
  void givenArraysOfTheCaller_thenTheyAreCopied() {
    double[] logs = {0, 1};
    ImportanceWeights weights = ImportanceWeights.ofLogs(logs, "logistic", SEPARATION);

    logs[1] = 9;
    weights.values()[0] = 9;

    assertThat(weights.log(1)).isEqualTo(1);
    assertThat(weights.values()[0]).isEqualTo(1);
  }
}

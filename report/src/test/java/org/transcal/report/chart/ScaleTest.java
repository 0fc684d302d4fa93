package org.transcal.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScaleTest {
  private static final double ROUNDING = 1e-9;

  @Test
  void givenALinearScale_thenEqualDifferencesAreEqualSteps() {
    Scale scale = new Scale(Scale.Domain.linear(-1, 3), 300, 100);

    assertThat(scale.at(-1)).isEqualTo(300);
    assertThat(scale.at(0)).isCloseTo(250, within(ROUNDING));
    assertThat(scale.at(3)).isEqualTo(100);
    assertThat(scale.within(99)).isEqualTo(100);
  }

  @Test
  void givenALogarithmicScale_thenEqualRatiosAreEqualSteps() {
    Scale scale = new Scale(Scale.Domain.logarithmic(0.1, 1000), 0, 400);

    assertThat(Stream.of(0.1, 1.0, 10.0, 100.0, 1000.0).map(v -> Math.round(scale.at(v))))
        .containsExactly(0L, 100L, 200L, 300L, 400L);
  }

  @Test
  void givenShares_thenTicksEveryFifth() {
    assertThat(new Scale(Scale.Domain.linear(0, 1), 0, 1).ticks(5))
        .containsExactly(0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0);
  }

  @Test
  void givenOneDecade_thenTicksAtOneTwoFive() {
    assertThat(new Scale(Scale.Domain.logarithmic(1, 10), 0, 1).ticks(5))
        .containsExactly(1.0, 2.0, 5.0, 10.0);
  }

  @Test
  void givenManyDecades_thenTicksAtPowersOfTen() {
    assertThat(new Scale(Scale.Domain.logarithmic(1e-4, 1e4), 0, 1).ticks(5))
        .containsExactly(1e-4, 1e-2, 1.0, 1e2, 1e4);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.0001, 1.3, 2.9, 3, 17, 199, 200, 1e3, 1e6, 1e12})
  void givenAnyLogarithmicRange_thenAFewTicksInside(double ratio) {
    Scale scale = new Scale(Scale.Domain.logarithmic(0.7, 0.7 * ratio), 0, 1);

    assertThat(scale.ticks(6)).hasSizeBetween(1, 9).allMatch(scale.domain()::holds);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 3, 7, 15, 99, 4365, 1e9})
  void givenAnyCount_thenTicksStartAtZero(double most) {
    Scale scale = new Scale(Scale.Domain.linear(0, most), 0, 1);

    assertThat(scale.ticks(3)).startsWith(0.0).hasSizeBetween(2, 6);
  }

  @Test
  void givenEmptyOrNegativeRanges_thenRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Scale.Domain.linear(1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Scale.Domain.linear(0, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> Scale.Domain.logarithmic(0, 1));
  }
}

package org.transcal.report.number;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumeralsTest {
  @ParameterizedTest
  @CsvSource({"0,0", "-0.001,0", "1.006,1.01", "374,374", "12.5,12.5", "-3.14159,-3.14"})
  void givenCoordinates_thenHundredthsWithoutTrailingZeros(double value, String text) {
    assertThat(Numerals.coordinate(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.1,0.1", "0.123456789,0.123457", "1234567,1234570", "1e-9,0.000000001", "0,0"})
  void givenNumbersForMachines_thenSixDigits(double value, String text) {
    assertThat(Numerals.exact(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "2.0999,2.10",
    "0.0123,0.0123",
    "764.4,764",
    "123456,123456",
    "1234567,1.2×10⁶",
    "0.00001,1.0×10⁻⁵",
    "0,0",
    "Infinity,∞",
    "-Infinity,−∞",
    "NaN,–"
  })
  void givenNumbersForPeople_thenThreeDigits(double value, String text) {
    assertThat(Numerals.short3(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"7,7", "999,999", "1000,'1,000'", "1234567,'1,234,567'", "2.5,2.5", "1234.5,'1,235'"})
  void givenCounts_thenThousandsAreGrouped(double value, String text) {
    assertThat(Numerals.count(value)).isEqualTo(text);
  }

  @Test
  void givenShares_thenPercentWithASpaceThatDoesNotBreak() {
    assertThat(Numerals.percent(0.714)).isEqualTo("71\u00a0%");
    assertThat(Numerals.percent(0.714, 1)).isEqualTo("71.4\u00a0%");
    assertThat(Numerals.percent(Double.NaN, 1)).isEqualTo("–");
  }

  @Test
  void givenNegativeNumbers_thenATrueMinus() {
    assertThat(Numerals.decimals(-1.5, 1)).isEqualTo("−1.5");
    assertThat(Numerals.decimals(-0.01, 1)).isEqualTo("0.0");
  }

  @Test
  void givenFourDigits_thenRoundingThemAgainIsRoundingOnce() {
    assertThat(Numerals.exact4(0.85848)).isEqualTo("0.8584");
    assertThat(Numerals.exact4(0.85852)).isEqualTo("0.8586");
    assertThat(Numerals.exact4(-0.85002)).isEqualTo("-0.8501");
    assertThat(Numerals.exact4(0.85)).isEqualTo("0.85");
    assertThat(Numerals.exact4(0.1 + 0.2)).isEqualTo("0.3");
    assertThat(Numerals.exact4(31)).isEqualTo("31");
    assertThat(Numerals.exact4(0)).isEqualTo("0");
    for (int i = 0; i < 2000; i++) {
      double value = 0.01 + i * 0.00048831;
      double again = Double.parseDouble(Numerals.exact4(value));
      assertThat(Numerals.percent(again, 1)).isEqualTo(Numerals.percent(value, 1));
    }
  }
}

package org.transcal.io.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalReaderTest {
  private static final int CASES = 200_000;

  private final DecimalReader reader = new DecimalReader();

  private boolean read(String text) {
    // Off the start and short of the end, as a field within a buffer is.
    char[] buffer = ("9" + text + "9").toCharArray();
    return reader.read(buffer, 1, text.length());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, -0.0",
    "+1, 1",
    "1., 1",
    ".5, 0.5",
    "1e3, 1000",
    "1E-3, 0.001",
    "-1.5e+2, -150",
    "1.000000000000000000e+00, 1",
    "123456789012345678, 123456789012345678",
    "9007199254740993, 9007199254740992",
    "0.1, 0.1",
    "1e22, 1e22",
    "1e23, 1e23",
    "4.9e-324, 4.9e-324",
    "2.2250738585072012e-308, 2.2250738585072014e-308",
    "1e-400, 0",
    "1e400, Infinity",
    "1e99999999999999999999, Infinity",
    "0e99999999999999999999, 0",
    "0000000000000000000000000000001, 1",
    "0.00000000000000000000000000000000000000001, 1e-41",
    "nan, NaN",
    "NaN, NaN",
    "-inf, -Infinity",
    "Infinity, Infinity",
  })
  void givenANumber_thenItIsTheNearestDouble(String text, Double expected) {
    assertThat(read(text)).isTrue();
    assertThat(reader.value()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", ".", "+", "-", "e5", "1e", "1e+", "1.2.3", "1-2", "--1", "1 2", "0x10", "1f", "1d",
        "1_000", "1,5", "١", "cat", "nano", "in", "infinit", "1e5.5", "½"
      })
  void givenSomethingElse_thenItIsNotANumber(String text) {
    assertThat(read(text)).isFalse();
  }

  @Test
  void givenSpaceAround_thenItIsIgnored() {
    assertThat(read(" \t2.5 ")).isTrue();
    assertThat(reader.value()).isEqualTo(2.5);
  }

  /**
   * Double.parseDouble is correctly rounded, and the texts come from bits spread over all doubles.
   */
  @Test
  void givenRandomDoublesAsText_thenTheyAreReadAsThePlatformReadsThem() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < CASES; i++) {
      String text = randomText(random);

      assertThat(read(text)).isTrue();

      double expected = Double.parseDouble(text);
      if (Double.doubleToLongBits(reader.value()) != Double.doubleToLongBits(expected)) {
        assertThat(reader.value()).as(text).isEqualTo(expected);
      }
    }
  }

  private static String randomText(SplittableRandom random) {
    double value = Double.longBitsToDouble(random.nextLong());
    if (!Double.isFinite(value)) {
      return "0";
    }
    return switch (random.nextInt(4)) {
      case 0 -> Double.toString(value);
      case 1 -> Float.toString((float) random.nextDouble(-100, 100));
      case 2 -> new BigDecimal(random.nextLong()).movePointLeft(random.nextInt(40)).toString();
      default -> random.nextInt(1000) + "." + random.nextInt(1_000_000);
    };
  }
}

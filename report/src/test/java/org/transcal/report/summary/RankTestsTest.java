package org.transcal.report.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests on ranks against scipy; {@code rank_tests.py} beside its output makes the values. */
class RankTestsTest {
  /** Both sides sum a few thousand doubles in another order. */
  private static final double DIGITS = 1e-12;

  private static List<String> lines(String name, String kind) throws IOException {
    try (InputStream in = RankTestsTest.class.getResourceAsStream("/summary/rank_tests.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith(name + " " + kind + " "))
          .map(line -> line.substring(name.length() + kind.length() + 2))
          .toList();
    }
  }

  private static double[] numbers(String line) {
    return Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  private static double[][] losses(String name) throws IOException {
    double[] all = numbers(lines(name, "losses").get(0));
    int columns = (int) all[1];
    double[][] losses = new double[(int) all[0]][];
    for (int i = 0; i < losses.length; i++) {
      losses[i] = Arrays.copyOfRange(all, 2 + i * columns, 2 + (i + 1) * columns);
    }
    return losses;
  }

  @ParameterizedTest
  @ValueSource(strings = {"small", "bank", "exact", "ties"})
  void givenLosses_thenFriedmanOfScipy(String name) throws IOException {
    double[] expected = numbers(lines(name, "friedman").get(0));

    RankTest test = RankTest.friedman(losses(name));

    assertThat(test.statistic()).isCloseTo(expected[0], within(DIGITS * expected[0]));
    assertThat(test.pValue()).isCloseTo(expected[1], within(1e-9 * expected[1]));
  }

  @ParameterizedTest
  @ValueSource(strings = {"small", "bank", "exact", "ties"})
  void givenDifferences_thenWilcoxonAndHolmOfScipy(String name) throws IOException {
    double[][] losses = losses(name);
    List<String> expected = lines(name, "wilcoxon");
    double[] p = new double[expected.size()];

    for (String line : expected) {
      double[] values = numbers(line);
      int method = (int) values[0];
      double[] differences =
          Arrays.stream(losses).mapToDouble(task -> task[method] - task[0]).toArray();
      RankTest test = RankTest.wilcoxon(differences);
      assertThat(test.statistic()).isCloseTo(values[1], within(1e-9));
      assertThat(test.pValue()).isCloseTo(values[2], within(1e-9 * values[2]));
      p[method - 1] = test.pValue();
    }

    double[] holm = numbers(lines(name, "holm").get(0));
    double[] corrected = RankTest.holm(p);
    for (int i = 0; i < holm.length; i++) {
      assertThat(corrected[i]).isCloseTo(holm[i], within(1e-9 * holm[i]));
    }
  }

  @Test
  void givenNoDifference_thenNothingIsSignificant() {
    assertThat(RankTest.wilcoxon(0, 0, 0).pValue()).isEqualTo(1);
    assertThat(RankTest.friedman(new double[][] {{1, 1}, {2, 2}}).pValue()).isEqualTo(1);
  }

  @Test
  void givenOneOfEither_thenRefused() {
    assertThatThrownBy(() -> RankTest.friedman(new double[][] {{1, 2}}))
        .hasMessageContaining("1 tasks and 2 methods");
  }
}

package org.transcal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.testing.Cases;

class OneVsRestModelTest {
  private static final double ROUNDING = 16 * Math.ulp(1.0);

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-12, 0.3, 5, 36, 700, 744.5, 800, 1e4, 4e29})
  void givenTwoClasses_thenLogOddsAreTheDifference(double gap) {
    assertThat(odds(2 * gap, gap)).containsExactly(new double[] {gap, -gap}, within(ROUNDING));
    assertThat(odds(0, gap)).containsExactly(new double[] {-gap, gap}, within(ROUNDING));
  }

  @Test
  void givenModerateLogits_thenLogOddsOfTheSoftmax() {
    Cases.of(300, 11)
        .check(
            draw -> {
              double[] z = draw.reals(draw.integer(2, 6), -10, 10);

              double[] odds = odds(z);

              for (int k = 0; k < z.length; k++) {
                double rest = 0;
                for (int j = 0; j < z.length; j++) {
                  rest += j == k ? 0 : Math.exp(z[j]);
                }
                assertThat(odds[k]).isCloseTo(z[k] - Math.log(rest), within(10 * Math.ulp(20.0)));
              }
            });
  }

  @Test
  void givenConstantAdded_thenLogOddsAreUnchanged() {
    Cases.of(100, 12)
        .check(
            draw -> {
              double[] row = draw.reals(5, -1000, 1000);
              double constant = draw.real(-1e6, 1e6);

              // Multiples of 1/8 below 2^21, so that the sum is exact.
              double[] z = Arrays.stream(row).map(v -> Math.rint(8 * v) / 8).toArray();
              double shift = Math.rint(8 * constant) / 8;
              double[] moved = Arrays.stream(z).map(v -> v + shift).toArray();

              assertThat(odds(moved)).containsExactly(odds(z));
            });
  }

  @Test
  void givenGapsOfTenThousand_thenLogOddsAreFiniteAndExact() {
    assertThat(odds(1e4, 0, 0))
        .containsExactly(new double[] {1e4 - Math.log(2), -1e4, -1e4}, within(Math.ulp(1e4)));
    assertThat(odds(0, -1e4, -2e4))
        .containsExactly(new double[] {1e4, -1e4, -2e4}, within(Math.ulp(2e4)));
    // Two classes share the top: each has the other against it, so even odds.
    assertThat(odds(1e4, 1e4, -1e4))
        .containsExactly(new double[] {0, 0, -2e4 - Math.log(2)}, within(Math.ulp(2e4)));
  }

  @Test
  void givenAllMapsZero_thenUniform() {
    BinaryMap never = new BinaryMap.Histogram(0, 0);
    OneVsRestModel model = new OneVsRestModel(4, List.of(never, never, never, never));

    Probabilities probabilities = model.calibrate(Logits.copyOf(new double[][] {{3, 1, 2, 0}}));

    assertThat(probabilities.toMatrix().toArrays()[0]).containsOnly(0.25);
  }

  @Test
  void givenSeveralClasses_thenMapsAreRenormalised() {
    OneVsRestModel model =
        new OneVsRestModel(
            3,
            List.of(
                new BinaryMap.Histogram(0.2),
                new BinaryMap.Histogram(0.5),
                new BinaryMap.Histogram(0.1)));

    Probabilities probabilities = model.calibrate(Logits.copyOf(new double[][] {{3, 1, 2}}));

    assertThat(probabilities.toMatrix().toArrays()[0])
        .containsExactly(new double[] {0.25, 0.625, 0.125}, within(ROUNDING));
  }

  @Test
  void givenTwoClasses_thenTheSingleMapIsForClassOne() {
    OneVsRestModel model = new OneVsRestModel(2, List.of(new BinaryMap.Platt(2, -1)));

    Probabilities probabilities = model.calibrate(Logits.copyOf(new double[][] {{1, 1.75}}));

    double p = 1 / (1 + Math.exp(-(2 * 0.75 - 1)));
    assertThat(probabilities.get(0, 1)).isCloseTo(p, within(ROUNDING));
    assertThat(probabilities.get(0, 0)).isCloseTo(1 - p, within(ROUNDING));
  }

  @Test
  void givenPlattOfSlopeOne_thenTwoClassesAreUnchanged() {
    OneVsRestModel model = new OneVsRestModel(2, List.of(new BinaryMap.Platt(1, 0)));
    Logits logits = Logits.copyOf(new double[][] {{1, 3}, {0, 0}, {50, -50}, {-1e4, 1e4}});

    double[][] found = model.calibrate(logits).toMatrix().toArrays();

    double[][] expected = logits.softmax(1).toMatrix().toArrays();
    for (int i = 0; i < found.length; i++) {
      assertThat(found[i]).containsExactly(expected[i], within(ROUNDING));
    }
  }

  private static double[] odds(double... row) {
    double[] odds = new double[row.length];
    OneVsRestModel.logOdds(Logits.copyOf(new double[][] {row}), 0, odds);
    return odds;
  }
}

package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Frequencies;
import org.transcal.testing.Cases;

class RankStatisticTest {
  private static final double ROUNDING = 100 * Math.ulp(1.0);

  /** Few distinct values, so that ties are many. */
  @Test
  void givenTiesAndFrequencies_thenAllPairsCounted() {
    Cases.of(300, 14)
        .check(
            draw -> {
              int[] first = draw.integers(draw.integer(1, 12), -2, 2);
              int[] second = draw.integers(draw.integer(1, 12), -2, 2);
              int[] counts = draw.integers(24, 0, 3);

              double[] x = Arrays.stream(first).mapToDouble(v -> v / 3.0).toArray();
              double[] y = Arrays.stream(second).mapToDouble(v -> v / 3.0).toArray();
              double[] countsX =
                  Arrays.stream(counts).limit(x.length).mapToDouble(v -> v).toArray();
              double[] countsY =
                  Arrays.stream(counts).skip(12).limit(y.length).mapToDouble(v -> v).toArray();
              double wins = 0;
              double pairs = 0;
              for (int i = 0; i < x.length; i++) {
                for (int j = 0; j < y.length; j++) {
                  double count = countsX[i] * countsY[j];
                  pairs += count;
                  wins += count * (x[i] > y[j] ? 1 : x[i] == y[j] ? 0.5 : 0);
                }
              }
              draw.assume(pairs > 0);

              double found =
                  RankStatistic.probabilityGreater(
                      x, Frequencies.copyOf(countsX), y, Frequencies.copyOf(countsY));

              assertThat(found).isCloseTo(wins / pairs, within(ROUNDING));
            });
  }

  @Test
  void givenZeroOfEitherSign_thenTheyTie() {
    assertThat(greater(new double[] {0.0}, new double[] {-0.0})).isEqualTo(0.5);
    assertThat(greater(new double[] {-0.0}, new double[] {0.0})).isEqualTo(0.5);
  }

  @Test
  void givenNoOverlap_thenOneOrZero() {
    assertThat(greater(new double[] {3, 4}, new double[] {1, 2})).isEqualTo(1);
    assertThat(greater(new double[] {1, 2}, new double[] {3, 4})).isZero();
  }

  private static double greater(double[] first, double[] second) {
    return RankStatistic.probabilityGreater(
        first, Frequencies.ones(first.length), second, Frequencies.ones(second.length));
  }
}

package org.transcal.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DistanceTest {
  private static final double ROUNDING = 1e-15;

  @Test
  void givenSamples_thenKolmogorovSmirnovIsTheLargestGapOfTheirShares() {
    // Shares up to 0.4: 3/4 and 1/5.
    double distance =
        Distance.kolmogorovSmirnov(
            new double[] {0.1, 0.2, 0.4, 0.9}, new double[] {0.3, 0.5, 0.6, 0.7, 0.8});

    assertThat(distance).isCloseTo(0.75 - 0.2, within(ROUNDING));
  }

  @Test
  void givenTies_thenEqualValuesAreNoGap() {
    double[] ties = {0.5, 0.5, 1, 1};

    assertThat(Distance.kolmogorovSmirnov(ties, new double[] {0.5, 1})).isZero();
    assertThat(Distance.kolmogorovSmirnov(ties, new double[] {0.5, 0.5, 0.5, 1}))
        .isCloseTo(0.25, within(ROUNDING));
    assertThat(Distance.kolmogorovSmirnov(new double[] {1}, new double[] {0})).isEqualTo(1);
  }

  @Test
  void givenRandomSamples_thenKolmogorovSmirnovEqualsTheDefinition() {
    Random random = new Random(1);
    for (int repeat = 0; repeat < 20; repeat++) {
      double[] one = random.ints(13, 0, 20).mapToDouble(i -> i).sorted().toArray();
      double[] other = random.ints(29, 0, 25).mapToDouble(i -> i).sorted().toArray();

      double largest = 0;
      for (int x = 0; x < 25; x++) {
        int limit = x;
        double gap =
            Arrays.stream(one).filter(v -> v <= limit).count() / 13.0
                - Arrays.stream(other).filter(v -> v <= limit).count() / 29.0;
        largest = Math.max(largest, Math.abs(gap));
      }
      assertThat(Distance.kolmogorovSmirnov(one, other)).isCloseTo(largest, within(1e-12));
    }
  }

  @Test
  void givenQuantiles_thenTheyStandForTheSampleUpToHalfAPart() {
    double[] sample = new Random(2).doubles(777).sorted().toArray();

    double[] quantiles = Distance.quantiles(sample, 100);

    assertThat(quantiles).hasSize(100).isSorted();
    assertThat(Distance.kolmogorovSmirnov(sample, quantiles)).isLessThan(0.5 / 100 + 1.0 / 777);
    assertThat(Distance.quantiles(new double[] {3}, 4)).containsExactly(3, 3, 3, 3);
  }

  @Test
  void givenShares_thenTotalVariationIsTheShareThatMoved() {
    assertThat(Distance.totalVariation(new double[] {0.5, 0.3, 0.2}, new double[] {0.2, 0.4, 0.4}))
        .isCloseTo(0.3, within(ROUNDING));
  }
}

package org.transcal.spark.confidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.spark.sum.ExactSums;

class ConfidenceKernelTest {
  /** Six squarings of an exponential that is right to 1e-13, and units of 2⁻⁴⁰. */
  private static final double ROUNDING = 2e-11;

  private static Matrix logits(int rows, int classes, double scale, long seed) {
    Random random = new Random(seed);
    double[] values = new double[rows * classes];
    Arrays.setAll(values, i -> scale * random.nextGaussian());
    return Matrix.wrap(values, rows, classes);
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 1", "127, 3, 5", "129, 10, 20", "300, 65, 1000", "20, 2, 1e200"})
  void givenTheLadder_thenMeansAreThoseOfOneTemperatureAtATime(
      int rows, int classes, double scale) {
    Matrix logits = logits(rows, classes, scale, 2);
    TemperatureChains ladder = TemperatureChains.ladder(6, 8, 1e6);
    ExactSums sums = ExactSums.bounded(ConfidenceKernel.bounds(ladder, classes));

    new ConfidenceKernel(ladder, classes, sums).add(logits);

    double[] temperatures = ladder.temperatures();
    double[] confidence = new double[rows];
    double[] slope = new double[rows];
    for (int t = 0; t < temperatures.length; t++) {
      Kernels.rowConfidenceWithSlope(logits, temperatures[t], confidence, slope);
      assertThat(sums.value(t) / rows)
          .as("confidence at %s", temperatures[t])
          .isCloseTo(Arrays.stream(confidence).sum() / rows, within(ROUNDING));
      assertThat(sums.value(temperatures.length + t) / rows)
          .as("slope at %s", temperatures[t])
          .isCloseTo(Arrays.stream(slope).sum() / rows, within(ROUNDING));
    }
  }

  @Test
  void givenTheLadder_thenItIsTheKnotsThatTransCalAsksFor() {
    double[] temperatures = TemperatureChains.ladder(6, 8, 1e6).temperatures();
    Arrays.sort(temperatures);

    assertThat(temperatures).hasSize(50);
    for (int i = 0; i <= 48; i++) {
      assertThat(temperatures[i]).isCloseTo(Math.pow(2, i / 8.0), within(1e-13));
    }
    assertThat(temperatures[49]).isEqualTo(1e6);
  }
}

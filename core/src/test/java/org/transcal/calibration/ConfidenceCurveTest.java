package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mean target confidence as a function of temperature, and its inverse. */
class ConfidenceCurveTest {
  /** Sums over a hundred rows, in different orders. */
  private static final double ROUNDING = 1e-12;

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 40})
  void givenConfidenceAtAnEnd_thenItsTemperatureIsFound(int classes) {
    for (int seed = 0; seed < 40; seed++) {
      ConfidenceCurve curve = new ConfidenceCurve(target(classes, seed));
      for (double end : List.of(ConfidenceCurve.LOWEST, ConfidenceCurve.HIGHEST)) {
        ConfidenceCurve exact = curve.exactAt(end);
        double confidence = exact.at(end).confidence();
        for (double goal :
            List.of(Math.nextDown(confidence), confidence, Math.nextUp(confidence))) {
          assertThat(exact.at(exact.temperature(goal)).confidence())
              .isCloseTo(goal, within(ROUNDING));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 40})
  void givenConfidenceBetween_thenTemperatureIsItsInverse(int classes) {
    TargetConfidence target = target(classes, 50);
    ConfidenceCurve curve = new ConfidenceCurve(target);
    for (double temperature : List.of(1.0, 1.0001, 1.7, 2.0, 9.9, 64.0, 65.0, 3000.0, 1e6)) {
      TargetConfidence.Mean mean = target.at(temperature);
      double goal = mean.confidence();

      assertThat(curve.at(temperature).confidence()).isCloseTo(goal, within(1e-4));
      assertThat(curve.temperature(goal)).isCloseTo(temperature, within(1e-3 * temperature));
      ConfidenceCurve exact = curve.exactAt(temperature);
      assertThat(exact.at(temperature).confidence()).isCloseTo(goal, within(ROUNDING));
      assertThat(exact.at(temperature).slope()).isCloseTo(mean.slope(), within(ROUNDING));
      assertThat(exact.temperature(goal)).isCloseTo(temperature, within(1e-6 * temperature));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 0.5, 0.9, 1})
  void givenCubic_thenItIsReproducedWithItsSlope(double share) {
    // x³ − 2x² + 3x − 4 and its slope 3x² − 4x + 3 on [1, 3].
    double x = 1 + 2 * share;

    TargetConfidence.Mean mean =
        TargetConfidence.Mean.between(
            new TargetConfidence.Mean(-2, 2), new TargetConfidence.Mean(14, 18), share, 2);

    assertThat(mean.confidence()).isCloseTo(((x - 2) * x + 3) * x - 4, within(ROUNDING));
    assertThat(mean.slope()).isCloseTo((3 * x - 4) * x + 3, within(ROUNDING));
  }

  private static TargetConfidence target(int classes, int seed) {
    return TargetConfidence.of(TaskParts.random(classes, 100 + seed).counted().task().target());
  }
}

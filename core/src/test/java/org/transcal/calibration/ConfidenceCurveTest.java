package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.task.Target;

/** Mean target confidence as a function of temperature, and its inverse. */
class ConfidenceCurveTest {
  /** Sums over a hundred rows, in different orders. */
  private static final double ROUNDING = 1e-12;

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 40})
  void givenConfidenceAtAnEnd_thenItsTemperatureIsFound(int classes) {
    for (int seed = 0; seed < 40; seed++) {
      ConfidenceCurve curve = new ConfidenceCurve(target(classes, seed));
      double high = curve.highest(curve.at(ConfidenceCurve.LOWEST));
      double low = curve.lowest(curve.at(ConfidenceCurve.HIGHEST));
      for (double goal :
          List.of(
              high,
              Math.nextDown(high),
              Math.nextDown(Math.nextDown(high)),
              Math.nextUp(low),
              Math.nextUp(Math.nextUp(low)),
              low)) {
        assertThat(curve.at(curve.temperature(goal))).isCloseTo(goal, within(ROUNDING));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 40})
  void givenConfidenceBetween_thenTemperatureIsItsInverse(int classes) {
    ConfidenceCurve curve = new ConfidenceCurve(target(classes, 50));
    for (double temperature : List.of(1.0, 1.0001, 1.7, 2.0, 9.9, 64.0, 65.0, 3000.0, 1e6)) {
      double goal = curve.at(temperature);

      assertThat(curve.temperature(goal)).isCloseTo(temperature, within(1e-6 * temperature));
      assertThat(curve.interpolated(temperature)).isCloseTo(goal, within(1e-5));
      assertThat(curve.interpolatedTemperature(goal))
          .isCloseTo(temperature, within(1e-3 * temperature));
    }
  }

  private static Target target(int classes, int seed) {
    return TaskParts.random(classes, 100 + seed).counted().task().target();
  }
}

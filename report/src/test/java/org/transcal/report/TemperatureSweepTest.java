package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.transcal.example.KnownShift;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.LabelledPredictions;
import org.transcal.prediction.Logits;

class TemperatureSweepTest {
  private final KnownShift example = KnownShift.sample(50, 60, 500, 3);
  private final Logits logits = example.task().target().logits();

  private TemperatureSweep sweep(double... special) {
    return TemperatureSweep.of(
        logits, example.targetLabels(), Frequencies.ones(logits.rows()), 15, special);
  }

  @Test
  void givenAnyTemperatureOfTheGrid_thenTheErrorThatTheMetricMeasures() {
    TemperatureSweep sweep = sweep(2.345);

    for (int i = 0; i < sweep.temperatures().size(); i += 15) {
      double expected =
          CalibrationMetrics.expectedCalibrationError(15)
              .measure(
                  LabelledPredictions.of(
                      logits.softmax(sweep.temperatures().get(i)), example.targetLabels()));
      assertThat(sweep.stops().get(i).ece()).isCloseTo(expected, within(1e-9));
    }
  }

  @Test
  void givenSpecialTemperatures_thenTheyAndOneAreExactlyThere() {
    TemperatureSweep sweep = sweep(2.345, 1, Double.POSITIVE_INFINITY, -3);

    assertThat(sweep.temperatures()).isSorted().doesNotHaveDuplicates().contains(1.0, 2.345);
    assertThat(sweep.temperatures()).hasSize(122);
    assertThat(sweep.temperatures().get(sweep.nearest(2.346))).isEqualTo(2.345);
  }
}

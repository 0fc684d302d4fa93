package org.transcal.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.ControlVariates;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.WeightHistogram;
import org.transcal.example.KnownShift;

class TaskPortraitTest {
  private final KnownShift example = KnownShift.sample(400, 300, 350, 3);

  private MethodComparison comparison(String... methods) {
    MethodSettings settings = MethodSettings.defaults().withTargetLabels(example.targetLabels());
    return MethodComparison.run(
        example.task(),
        List.of(methods).stream().map(name -> Methods.named(name, settings)).toList(),
        settings,
        result -> {});
  }

  @Test
  void givenTheReleasedMethodAmongOthers_thenItsSearchIsShown() {
    TaskPortrait portrait = TaskPortrait.of(comparison("transcal-paper", "transcal"));

    TaskPortrait.Search search = portrait.shift().orElseThrow().search().orElseThrow();
    assertThat(search.method()).isEqualTo("transcal");
    assertThat(search.landscape().temperatures().length).isLessThanOrEqualTo(32);
    assertThat(search.landscape().start().temperature()).isEqualTo(2.0);
  }

  @Test
  void givenControlVariates_thenEachStepOfTheSerialOneLowersTheVariance() {
    Map<ControlVariates, Double> variances =
        TaskPortrait.of(comparison("transcal"))
            .shift()
            .orElseThrow()
            .search()
            .orElseThrow()
            .variances();

    assertThat(variances).hasSize(5);
    assertThat(variances.get(ControlVariates.WEIGHT))
        .isLessThanOrEqualTo(variances.get(ControlVariates.NONE));
    assertThat(variances.get(ControlVariates.SERIAL))
        .isLessThanOrEqualTo(variances.get(ControlVariates.WEIGHT));
    assertThat(variances.get(ControlVariates.PARALLEL))
        .isLessThanOrEqualTo(variances.get(ControlVariates.SERIAL) * (1 + 1e-12));
  }

  @Test
  void givenWeights_thenTheHistogramHoldsEveryRow() {
    WeightHistogram histogram =
        TaskPortrait.of(comparison("transcal")).shift().orElseThrow().weights();

    double rows = 0;
    for (int bar = 0; bar < WeightHistogram.BARS; bar++) {
      rows += histogram.rows(bar);
    }
    assertThat(rows).isEqualTo(300);
    assertThat(histogram.edge(0)).isCloseTo(histogram.range().low(), within(1e-12));
    assertThat(histogram.max()).isLessThanOrEqualTo(histogram.range().high());
  }

  @Test
  void givenAResult_thenTheTrialHasItsNumbersAndItsDiagram() {
    MethodComparison comparison = comparison("temperature", "ensemble");

    Trial trial =
        Trial.of(comparison.task(), comparison.settings(), comparison.results().get(0), 2);
    Trial failed =
        Trial.of(comparison.task(), comparison.settings(), comparison.results().get(1), 2);

    Trial.Fitted fitted = trial.fitted().orElseThrow();
    assertThat(trial.repeat()).isEqualTo(2);
    assertThat(fitted.diagram().orElseThrow().expectedCalibrationError())
        .isCloseTo(fitted.scores().orElseThrow().ece(), within(1e-12));
    assertThat(failed.failed().orElseThrow().message()).contains("ensemble_probs");
    assertThat(failed.seconds()).isZero();
  }
}

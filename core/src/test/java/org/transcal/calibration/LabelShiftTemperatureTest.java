package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.TargetScores;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.TransferTask;
import org.transcal.testing.ShiftedClasses;

class LabelShiftTemperatureTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 10})
  void givenLabelShift_thenBetterThanTemperatureScaling(int classes) {
    ShiftedClasses.Sample sample =
        ShiftedClasses.of(classes, true, 0).uneven().sample(2000, 4000, 1);

    TargetScores plain = scores("temperature", sample);
    TargetScores weighted = scores("label-shift", sample);

    assertThat(weighted.nll()).isLessThan(plain.nll());
    assertThat(weighted.ece()).isLessThan(plain.ece());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 10})
  void givenNoShift_thenNearlyTemperatureScaling(int classes) {
    TransferTask task = ShiftedClasses.of(classes, false, 0).uneven().sample(2000, 4000, 2).task();

    double weighted = temperature("label-shift", task);

    assertThat(weighted / temperature("temperature", task)).isCloseTo(1, within(0.05));
  }

  @Test
  @Tag("slow")
  void givenAThousandClasses_thenAClassWithoutRowsDoesNoHarm() {
    // 2,000 validation rows leave one class in seven without any.
    TransferTask task = ShiftedClasses.of(1000, true, 0).sample(2000, 2000, 4).withoutFeatures();

    FittedCalibration fitted = Methods.calibrator("label-shift").fit(task);

    assertThat(fitted.temperature().orElseThrow())
        .isCloseTo(temperature("temperature", task), within(0.5));
  }

  @Test
  void givenTargetOfAClassThatValidationLacks_thenStillATemperature() {
    double[][] validation = new double[50][];
    Arrays.setAll(validation, i -> new double[] {1 + i % 3, 0});
    double[][] target = new double[50][];
    Arrays.setAll(target, i -> new double[] {0, 1 + i % 3});
    TransferTask task =
        TransferTask.named("other class")
            .sourceValidation(Logits.copyOf(validation), Labels.copyOf(new int[50], 2))
            .target(Logits.copyOf(target))
            .build();

    FittedCalibration fitted = Methods.calibrator("label-shift").fit(task);

    assertThat(fitted.temperature().orElseThrow()).isPositive().isFinite();
  }

  private static double temperature(String method, TransferTask task) {
    return Methods.calibrator(method).fit(task).temperature().orElseThrow();
  }

  private static TargetScores scores(String method, ShiftedClasses.Sample sample) {
    MethodSettings settings = MethodSettings.defaults().withTargetLabels(sample.targetLabels());
    return MethodComparison.run(
            sample.task(), List.of(Methods.named(method, settings)), settings, result -> {})
        .firstFitted()
        .orElseThrow()
        .scores()
        .orElseThrow();
  }
}

package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.AccuracyEstimator;
import org.transcal.example.KnownShift;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.shift.SourceCheck;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;

class RecommendedTest {
  private static final double ROUNDING = 1e-9;

  @Test
  void givenCovariateShiftOfKnownTruth_thenFarBelowSourceAccuracy() {
    TransferTask task = KnownShift.sample(2000, 1000, 2000, 11).task();

    FittedCalibration fitted = Methods.recommended().fit(task);

    double naive = SourceCheck.of(task).accuracy();
    assertThat(naive - KnownShift.trueTargetAccuracy()).isGreaterThan(0.1);
    assertThat(fitted.estimatedTargetAccuracy())
        .isCloseTo(KnownShift.trueTargetAccuracy(), within(0.08));
  }

  @Test
  void givenEstimate_thenMeanConfidenceMatchesIt() {
    TransferTask task = KnownShift.sample(400, 300, 400, 3).task();

    FittedCalibration fitted = Methods.recommended().fit(task);

    double confidence =
        FittedCalibration.meanConfidence(fitted.targetProbabilities(), task.target().frequencies());
    assertThat(confidence).isCloseTo(fitted.estimatedTargetAccuracy(), within(ROUNDING));
  }

  @Test
  void givenNeitherFeaturesNorMixup_thenStillAnEstimateBelowSourceAccuracy() {
    TransferTask whole = KnownShift.sample(400, 300, 400, 3).task();
    TransferTask bare =
        TransferTask.named("bare")
            .sourceValidation(whole.sourceValidation().logits(), whole.sourceValidation().labels())
            .target(whole.target().logits())
            .build();

    FittedCalibration fitted = Methods.recommended().fit(bare);

    assertThat(fitted.estimatedTargetAccuracy())
        .isLessThanOrEqualTo(SourceCheck.of(bare).accuracy() + ROUNDING);
    assertThat(fitted.weights()).isEmpty();
  }

  @Test
  void givenEstimators_thenNothingTheyAreGivenHoldsTargetLabels() {
    List<Class<?>> seen = List.of(TransferTask.class, Target.class, PreparedTask.class);
    for (Class<?> type : seen) {
      for (Method method : type.getDeclaredMethods()) {
        assertThat(method.getReturnType().getSimpleName() + " " + method.getName())
            .as(type.getSimpleName())
            .doesNotContainIgnoringCase("labels");
      }
    }
    for (AccuracyEstimator estimator : AccuracyEstimator.values()) {
      assertThat(
              Arrays.stream(estimator.getClass().getMethods())
                  .filter(method -> method.getName().equals("estimate"))
                  .map(method -> List.of(method.getParameterTypes())))
          .as(estimator.key())
          .allMatch(List.of(PreparedTask.class)::equals);
    }
  }

  @Test
  void givenMatchOutOfReach_thenNearerEndAndSaysSo() {
    TransferTask task = KnownShift.sample(100, 80, 100, 3).task();

    assertThat(FittedTemperature.matching(task.target(), 0.01).termination())
        .isEqualTo(org.transcal.Termination.AT_BOUND);
    assertThat(FittedTemperature.matching(task.target(), 0.6).objective())
        .isCloseTo(0, within(ROUNDING));
    assertThat(OptionalDouble.of(FittedTemperature.matching(task.target(), 1).temperature()))
        .hasValue(Math.exp(-4));
  }
}

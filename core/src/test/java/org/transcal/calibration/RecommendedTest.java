package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.AccuracyEstimator;
import org.transcal.accuracy.AccuracyEstimators;
import org.transcal.accuracy.Evidence;
import org.transcal.example.KnownShift;
import org.transcal.shift.DomainClassifier;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;

class RecommendedTest {
  private static final double ROUNDING = 1e-9;

  @Test
  void givenCovariateShiftOfKnownTruth_thenWeightsAreBelieved() {
    TransferTask task = KnownShift.sample(2000, 1000, 2000, 11).task();

    FittedCalibration fitted = Recommended.standard().fit(task);

    double naive = Recommended.evidence(task).sourceAccuracy();
    assertThat(naive - KnownShift.trueTargetAccuracy()).isGreaterThan(0.1);
    assertThat(fitted.estimatedTargetAccuracy())
        .isCloseTo(KnownShift.trueTargetAccuracy(), within(0.08));
    assertThat(fitted.weights()).isPresent();
  }

  @Test
  void givenEstimate_thenMeanConfidenceMatchesIt() {
    TransferTask task = KnownShift.sample(400, 300, 400, 3).task();

    FittedCalibration fitted = Recommended.standard().fit(task);

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

    FittedCalibration fitted = Recommended.standard().fit(bare);

    Evidence evidence = Recommended.evidence(bare);
    assertThat(fitted.estimatedTargetAccuracy())
        .isLessThanOrEqualTo(evidence.sourceAccuracy() + ROUNDING);
    assertThat(fitted.weights()).isEmpty();
  }

  @Test
  void givenEstimators_thenNothingTheyAreGivenHoldsTargetLabels() {
    List<Class<?>> seen = List.of(TransferTask.class, Target.class, Evidence.class);
    for (Class<?> type : seen) {
      for (Method method : type.getDeclaredMethods()) {
        assertThat(method.getReturnType().getSimpleName() + " " + method.getName())
            .as(type.getSimpleName())
            .doesNotContainIgnoringCase("labels");
      }
    }
    for (AccuracyEstimator estimator : AccuracyEstimators.all(DomainClassifier.reweighted())) {
      assertThat(
              Arrays.stream(estimator.getClass().getMethods())
                  .filter(method -> method.getName().equals("estimate"))
                  .map(method -> List.of(method.getParameterTypes())))
          .as(estimator.key())
          .allMatch(List.of(Evidence.class)::equals);
    }
  }

  @Test
  void givenMatchOutOfReach_thenNearerEndAndSaysSo() {
    TransferTask task = KnownShift.sample(100, 80, 100, 3).task();

    assertThat(MatchedConfidence.temperature(task.target(), 0.01).termination())
        .isEqualTo(org.transcal.Termination.AT_BOUND);
    assertThat(MatchedConfidence.temperature(task.target(), 0.6).value())
        .isCloseTo(0, within(ROUNDING));
    assertThat(OptionalDouble.of(MatchedConfidence.temperature(task.target(), 1).at()))
        .hasValue(Math.exp(-4));
  }
}

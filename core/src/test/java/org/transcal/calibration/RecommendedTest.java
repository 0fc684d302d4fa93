package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.AccuracyEstimator;
import org.transcal.accuracy.Judgement;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.accuracy.Verdict;
import org.transcal.example.KnownShift;
import org.transcal.matrix.Matrix;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.shift.SourceCheck;
import org.transcal.task.DomainFeatures;
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
  void givenDisjointDomains_thenConcernsAreTheReasonsOfTheVerdict() {
    TransferTask known = KnownShift.sample(400, 300, 400, 3).task();
    DomainFeatures features = known.features().orElseThrow();
    double[][] far = features.target().toArrays();
    for (double[] row : far) {
      Arrays.setAll(row, j -> row[j] + 100);
    }
    TransferTask disjoint =
        TransferTask.named("disjoint")
            .sourceValidation(known.sourceValidation().logits(), known.sourceValidation().labels())
            .target(known.target().logits())
            .features(features.sourceTrain(), features.sourceValidation(), Matrix.copyOf(far))
            .build();
    Judgement judgement = TargetEstimator.seeded(0).estimate(disjoint).judgement();

    FittedCalibration fitted = Methods.recommended().fit(disjoint);

    assertThat(judgement.verdict()).isEqualTo(Verdict.UNTRUSTWORTHY);
    assertThat(fitted.concerns()).isEqualTo(judgement.reasonsAgainst());
    assertThat(fitted.concerns().get(0)).contains("hardly overlap", "AUC 1.00");
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

package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.AccuracyEstimator;
import org.transcal.accuracy.AccuracyEstimators;
import org.transcal.accuracy.CombinedAccuracy;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.example.KnownShift;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.shift.SourceCheck;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;
import org.transcal.testing.BankCase;

class RecommendedTest {
  private static final double ROUNDING = 1e-9;

  /** Mean target ECE a suite that a change may cost: a point above what was measured. */
  private static final Map<String, Double> MOST_ECE =
      Map.of("amazon", 0.056, "digit", 0.038, "office", 0.142);

  private static final Map<String, Double> MOST_MISS =
      Map.of("amazon", 0.047, "digit", 0.038, "office", 0.115);

  private static final Map<String, List<Double>> ECE = new TreeMap<>();
  private static final Map<String, List<Double>> TRANSCAL = new TreeMap<>();
  private static final Map<String, List<Double>> MISS = new TreeMap<>();
  private static final List<double[]> BRACKETS = new ArrayList<>();

  @BeforeAll
  static void runBank() {
    for (BankCase each : BankCase.all()) {
      MethodSettings settings = MethodSettings.defaults().withTargetLabels(each.targetLabels());
      MethodComparison comparison =
          MethodComparison.run(
              each.task(),
              List.of(Methods.recommended(), TransCal.released()),
              settings,
              result -> {});
      MethodResult ours = comparison.results().get(0);
      double truth = ours.scores().orElseThrow().accuracy();
      double miss = Math.abs(ours.fitted().orElseThrow().estimatedTargetAccuracy() - truth);
      add(ECE, each, ours.scores().orElseThrow().ece());
      add(TRANSCAL, each, comparison.results().get(1).scores().orElseThrow().ece());
      add(MISS, each, miss);
      CombinedAccuracy combined = CombinedAccuracy.of(comparison.prepared());
      BRACKETS.add(
          new double[] {combined.optimistic() - combined.pessimistic().orElseThrow(), miss});
    }
  }

  private static void add(Map<String, List<Double>> to, BankCase each, double value) {
    to.computeIfAbsent(each.suite(), suite -> new ArrayList<>()).add(value);
  }

  @Test
  void givenBank_thenTargetErrorAsMeasuredAndNoSuiteWorseThanTranscal() {
    MOST_ECE.forEach((suite, most) -> assertThat(mean(ECE, suite)).as(suite).isLessThan(most));
    for (String suite : ECE.keySet()) {
      assertThat(mean(ECE, suite)).as(suite).isLessThan(mean(TRANSCAL, suite) + 0.01);
    }
  }

  @Test
  void givenBank_thenAccuracyAsCloseAsMeasured() {
    MOST_MISS.forEach((suite, most) -> assertThat(mean(MISS, suite)).as(suite).isLessThan(most));
  }

  @Test
  void givenBank_thenNarrowBracketsMissLessThanAThirdOfWideOnes() {
    double[] narrow =
        BRACKETS.stream().filter(b -> b[0] <= 0.20).mapToDouble(b -> b[1]).sorted().toArray();
    double[] wide =
        BRACKETS.stream().filter(b -> b[0] >= 0.30).mapToDouble(b -> b[1]).sorted().toArray();

    assertThat(narrow.length).isGreaterThan(BRACKETS.size() / 10);
    assertThat(wide.length).isGreaterThan(BRACKETS.size() / 10);
    assertThat(narrow[narrow.length / 2]).isLessThan(wide[wide.length / 2] / 3);
  }

  @Test
  void givenCovariateShiftOfKnownTruth_thenWeightsAreBelieved() {
    TransferTask task = KnownShift.sample(2000, 1000, 2000, 11).task();

    FittedCalibration fitted = Methods.recommended().fit(task);

    double naive = SourceCheck.of(task).accuracy();
    assertThat(naive - KnownShift.trueTargetAccuracy()).isGreaterThan(0.1);
    assertThat(fitted.estimatedTargetAccuracy())
        .isCloseTo(KnownShift.trueTargetAccuracy(), within(0.08));
    assertThat(fitted.weights()).isPresent();
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
    for (AccuracyEstimator estimator : AccuracyEstimators.all()) {
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

  private static double mean(Map<String, List<Double>> values, String suite) {
    return values.get(suite).stream().mapToDouble(x -> x).average().orElseThrow();
  }
}

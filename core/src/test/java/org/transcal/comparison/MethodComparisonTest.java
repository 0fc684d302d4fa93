package org.transcal.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.example.KnownShift;
import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.Balance;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.TransferTask;

/** Methods side by side. */
class MethodComparisonTest {
  private static final KnownShift SHIFT = KnownShift.sample(200, 150, 180, 3);
  private static final MethodSettings SETTINGS =
      MethodSettings.defaults().withTargetLabels(SHIFT.targetLabels());

  @Test
  void givenMethods_thenResultsInTheirOrderAndEachIsTold() {
    List<String> told = new ArrayList<>();

    MethodComparison comparison =
        run(SHIFT.task(), SETTINGS, told, "utdc", "vanilla", "transcal", "temperature");

    assertThat(comparison.results())
        .extracting(MethodResult::method)
        .containsExactly("utdc", "vanilla", "transcal", "temperature");
    assertThat(told).containsExactly("utdc", "vanilla", "transcal", "temperature");
    assertThat(comparison.results()).allSatisfy(r -> assertThat(r.seconds()).isNotNegative());
    assertThat(comparison.firstFitted().orElseThrow().method()).isEqualTo("utdc");
  }

  @Test
  void givenFeatures_thenWeightsAreEstimatedOnceAndShared() {
    MethodComparison comparison =
        run(SHIFT.task(), SETTINGS, new ArrayList<>(), "transcal", "cpcs", "transcal-paper");

    ImportanceWeights shared = comparison.weights().orElseThrow();
    for (MethodResult result : comparison.results()) {
      FittedCalibration fitted = (FittedCalibration) result.fitted().orElseThrow();
      assertThat(fitted.weights().orElseThrow()).isSameAs(shared);
    }
    ImportanceWeights separately = SETTINGS.densityRatio().estimate(SHIFT.task());
    assertThat(shared.values()).isEqualTo(separately.values());
  }

  @ParameterizedTest
  @ValueSource(strings = {"transcal", "cpcs", "transcal-paper", "utdc", "oracle"})
  void givenComparison_thenSameAnswersAsOneByOne(String name) {
    MethodComparison comparison = run(SHIFT.task(), SETTINGS, new ArrayList<>(), name);

    FittedCalibration together =
        (FittedCalibration) comparison.firstFitted().orElseThrow().fitted().orElseThrow();
    FittedCalibration alone = (FittedCalibration) Methods.named(name, SETTINGS).fit(SHIFT.task());
    assertThat(together.temperature()).isEqualTo(alone.temperature());
    assertThat(together.objective()).isEqualTo(alone.objective());
  }

  @Test
  void givenUpsampling_thenSharedWeightsFollowTheSettings() {
    MethodSettings upsampling = SETTINGS.withBalance(Balance.UPSAMPLE).withSeed(4);

    MethodComparison comparison = run(SHIFT.task(), upsampling, new ArrayList<>(), "transcal");

    assertThat(comparison.weights().orElseThrow().values())
        .isEqualTo(upsampling.densityRatio().estimate(SHIFT.task()).values())
        .isNotEqualTo(SETTINGS.densityRatio().estimate(SHIFT.task()).values());
    assertThat(comparison.seed()).isEqualTo(4);
  }

  @Test
  void givenWeightsOfYourOwn_thenNothingIsEstimated() {
    TransferTask task = SHIFT.task().withWeights(SHIFT.trueWeights());

    MethodComparison comparison = run(task, SETTINGS, new ArrayList<>(), "transcal");

    assertThat(comparison.weights().orElseThrow()).isSameAs(task.weights().orElseThrow());
    assertThat(comparison.task()).isSameAs(task);
  }

  @Test
  void givenMissingParts_thenFailuresAmongResultsThatRan() {
    TransferTask bare =
        TransferTask.named("bare")
            .sourceValidation(
                SHIFT.task().sourceValidation().logits(), SHIFT.task().sourceValidation().labels())
            .target(SHIFT.task().target().logits())
            .build();

    MethodComparison comparison =
        run(
            bare,
            MethodSettings.defaults(),
            new ArrayList<>(),
            "transcal",
            "oracle",
            "mc-dropout",
            "ensemble",
            "pseudocal",
            "temperature");

    assertThat(comparison.results().subList(0, 5))
        .allSatisfy(
            result -> {
              assertThat(result.fitted()).isEmpty();
              assertThat(result.scores()).isEmpty();
              assertThat(result.failure().orElseThrow().cause())
                  .isEqualTo(MethodResult.Cause.MISSING_INPUT);
              assertThat(result.failure().orElseThrow().message()).contains("need");
            });
    assertThat(comparison.firstFitted().orElseThrow().method()).isEqualTo("temperature");
    assertThat(comparison.results().get(5).scores()).isEmpty();
    assertThat(comparison.weights()).isEmpty();
    assertThat(comparison.targetLabels()).isEmpty();
  }

  @Test
  void givenDataThatCannotBeCalibrated_thenThatCause() {
    double[][] logits = new double[20][];
    Arrays.setAll(logits, i -> new double[] {1 + i, 0});
    int[] allWrong = new int[20];
    Arrays.fill(allWrong, 1);
    TransferTask task =
        TransferTask.named("all wrong")
            .sourceValidation(Logits.copyOf(logits), Labels.copyOf(allWrong, 2))
            .target(Logits.copyOf(logits))
            .build();

    MethodComparison comparison =
        run(task, MethodSettings.defaults(), new ArrayList<>(), "utdc", "vanilla");

    MethodResult.Failure failure = comparison.results().get(0).failure().orElseThrow();
    assertThat(failure.cause()).isEqualTo(MethodResult.Cause.NOT_CALIBRATABLE);
    assertThat(failure.message()).contains("every source validation row is wrong");
    assertThat(comparison.results().get(1).failure()).isEmpty();
  }

  @Test
  void givenABugInAMethod_thenItIsNotHiddenAsAFailure() {
    CalibrationMethod broken =
        new CalibrationMethod() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public String summary() {
            return "throws";
          }

          @Override
          public FittedMethod fit(TransferTask task) {
            throw new IllegalStateException("a bug");
          }
        };

    assertThatThrownBy(
            () -> MethodComparison.run(SHIFT.task(), List.of(broken), SETTINGS, result -> {}))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"vanilla", "temperature", "platt", "isotonic", "transcal", "oracle"})
  void givenLabels_thenScoresEqualTheirDefinitions(String name) {
    int rows = SHIFT.targetLabels().rows();
    double[] counts = new double[rows];
    Arrays.setAll(counts, i -> i % 3);
    TransferTask task = SHIFT.task().countedBy(Frequencies.ones(150), Frequencies.copyOf(counts));

    MethodResult result =
        run(task, SETTINGS.withBins(10), new ArrayList<>(), name).firstFitted().orElseThrow();

    double[][] p = result.fitted().orElseThrow().targetProbabilities().toMatrix().toArrays();
    TargetScores expected = byDefinition(p, SHIFT.targetLabels(), counts, 10);
    TargetScores scores = result.scores().orElseThrow();
    assertThat(scores.accuracy()).isCloseTo(expected.accuracy(), within(1e-10));
    assertThat(scores.ece()).isCloseTo(expected.ece(), within(1e-10));
    assertThat(scores.nll()).isCloseTo(expected.nll(), within(1e-9));
    assertThat(scores.brier()).isCloseTo(expected.brier(), within(1e-10));
  }

  /** Plain loops over METHODS' definitions. */
  private static TargetScores byDefinition(double[][] p, Labels labels, double[] counts, int bins) {
    double total = Arrays.stream(counts).sum();
    double right = 0;
    double nll = 0;
    double brier = 0;
    double[] gaps = new double[bins];
    for (int i = 0; i < p.length; i++) {
      int best = 0;
      double squares = 0;
      for (int k = 0; k < p[i].length; k++) {
        best = p[i][k] > p[i][best] ? k : best;
        double truth = k == labels.get(i) ? 1 : 0;
        squares += (p[i][k] - truth) * (p[i][k] - truth);
      }
      double correct = best == labels.get(i) ? 1 : 0;
      int bin = 0;
      while (bin < bins - 1 && p[i][best] > (bin + 1.0) / bins) {
        bin++;
      }
      gaps[bin] += counts[i] * (correct - p[i][best]);
      right += counts[i] * correct;
      brier += counts[i] * squares;
      nll -= counts[i] > 0 ? counts[i] * Math.log(p[i][labels.get(i)]) : 0;
    }
    double ece = Arrays.stream(gaps).map(Math::abs).sum();
    return new TargetScores(right / total, ece / total, nll / total, brier / total);
  }

  private static MethodComparison run(
      TransferTask task, MethodSettings settings, List<String> told, String... names) {
    List<CalibrationMethod> methods =
        Arrays.stream(names).map(name -> Methods.named(name, settings)).toList();
    return MethodComparison.run(task, methods, settings, result -> told.add(result.method()));
  }
}

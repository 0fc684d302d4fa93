package org.transcal.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.calibration.TransCal;
import org.transcal.example.KnownShift;
import org.transcal.labelling.LabelledRows;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.Balance;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/** Methods side by side. */
class MethodComparisonTest {
  private static final KnownShift SHIFT = KnownShift.sample(200, 150, 180, 3);
  private static final MethodSettings SETTINGS =
      MethodSettings.defaults().withTargetLabels(SHIFT.targetLabels());

  @Test
  void givenSomeTargetLabels_thenScoresAndOracleUseThoseRowsAlone() {
    int[] known = {3, 50, 77, 120, 121, 122, 150, 151, 170};
    int[] partial = new int[180];
    Arrays.fill(partial, Labels.UNKNOWN);
    Arrays.stream(known).forEach(i -> partial[i] = SHIFT.targetLabels().get(i));
    TransferTask alone =
        TransferTask.named("alone")
            .sourceValidation(
                SHIFT.task().sourceValidation().logits(), SHIFT.task().sourceValidation().labels())
            .target(SHIFT.task().target().logits().selectRows(known))
            .build();

    MethodComparison some =
        run(
            SHIFT.task(),
            SETTINGS.withTargetLabels(Labels.partial(partial, KnownShift.CLASSES)),
            new ArrayList<>(),
            "temperature",
            "oracle");
    MethodComparison all =
        run(
            alone,
            SETTINGS.withTargetLabels(SHIFT.targetLabels().select(known)),
            new ArrayList<>(),
            "temperature",
            "oracle");

    for (int i = 0; i < 2; i++) {
      assertThat(some.results().get(i).scores()).isEqualTo(all.results().get(i).scores());
    }
  }

  @Test
  void givenLabelledRows_thenMethodAndEstimateUseThem() {
    LabelledRows rows =
        new LabelledRows(
            IntStream.range(0, 60)
                .mapToObj(i -> LabelledRows.Row.of(3 * i, SHIFT.targetLabels().get(3 * i)))
                .toList());

    MethodComparison comparison =
        run(
            SHIFT.task(),
            SETTINGS.withLabelledRows(rows),
            new ArrayList<>(),
            "recommended",
            "labelled");

    double accuracy = comparison.labelled().orElseThrow().labels().accuracy().value();
    List<Double> estimates =
        comparison.results().stream()
            .map(result -> result.fitted().orElseThrow().estimatedTargetAccuracy())
            .toList();
    assertThat(Math.abs(estimates.get(1) - accuracy))
        .isLessThan(Math.abs(estimates.get(0) - accuracy));
    assertThat(comparison.labelled().orElseThrow().after().temperature().value())
        .isCloseTo(
            comparison.results().get(1).calibration().orElseThrow().temperature().orElseThrow(),
            within(1e-9));
  }

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
    TransferTask task = SHIFT.task().withWeights(SHIFT.trueWeights().values());

    MethodComparison comparison = run(task, SETTINGS, new ArrayList<>(), "transcal");

    assertThat(comparison.weights().orElseThrow())
        .extracting(ImportanceWeights::values)
        .isEqualTo(task.weights().orElseThrow());
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
            "svi",
            "pseudocal",
            "temperature");

    assertThat(comparison.results().subList(0, 6))
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
  void givenAFailure_thenItsWordsSayNotRunOnlyIfAnInputIsAbsent() {
    assertThat(MethodResult.Cause.MISSING_INPUT.words("ensemble", "ensemble needs ensemble_probs"))
        .isEqualTo("not run: needs ensemble_probs");
    assertThat(MethodResult.Cause.MISSING_INPUT.words("cpcs", "importance weights need features"))
        .isEqualTo("not run: importance weights need features");
    assertThat(MethodResult.Cause.NOT_CALIBRATABLE.words("utdc", "utdc has no rows"))
        .isEqualTo("failed: utdc has no rows");
  }

  @Test
  void givenTheDefaultMethod_thenItsEstimateHasTheSameAccuracyAndItsConcerns() {
    MethodComparison comparison =
        run(SHIFT.task(), SETTINGS, new ArrayList<>(), "vanilla", "recommended");
    MethodResult recommended = comparison.results().get(1);

    TargetEstimate estimate = comparison.estimate(recommended).orElseThrow();

    assertThat(estimate.accuracy().value())
        .isEqualTo(recommended.fitted().orElseThrow().estimatedTargetAccuracy());
    assertThat(comparison.estimate(recommended)).containsSame(estimate);
    assertThat(comparison.concerns(recommended))
        .containsExactlyElementsOf(estimate.judgement().reasonsAgainst());
    assertThat(comparison.concerns(comparison.results().get(0))).isEmpty();
  }

  @Test
  void givenOtherMethodsOnly_thenNoEstimate() {
    MethodComparison comparison = run(SHIFT.task(), SETTINGS, new ArrayList<>(), "temperature");

    assertThat(comparison.estimate(comparison.results().get(0))).isEmpty();
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
  void givenABugInAMethod_thenThatMethodAloneFailsAndSaysWhere() {
    CalibrationMethod broken = failing(() -> new IllegalStateException("a bug"));

    MethodComparison comparison = beside(broken, SHIFT.task());

    MethodResult.Failure failure = comparison.results().get(0).failure().orElseThrow();
    assertThat(failure.cause()).isEqualTo(MethodResult.Cause.UNEXPECTED);
    assertThat(failure.message())
        .contains("broken: internal error", "a bug", "MethodComparisonTest.java");
    assertThat(comparison.firstFitted().orElseThrow().method()).isEqualTo("temperature");
  }

  @Test
  void givenMemoryThatRunsOut_thenThatMethodAloneFails() {
    CalibrationMethod large = failing(() -> new OutOfMemoryError("Java heap space"));

    MethodComparison comparison = beside(large, SHIFT.task());

    MethodResult.Failure failure = comparison.results().get(0).failure().orElseThrow();
    assertThat(failure.cause()).isEqualTo(MethodResult.Cause.OUT_OF_MEMORY);
    assertThat(failure.message()).contains("broken needs more memory", "-Xmx");
    assertThat(comparison.firstFitted().orElseThrow().method()).isEqualTo("temperature");
  }

  @Test
  void givenWeightsThatFail_thenOnlyMethodsThatUseThemFailAndTheyAreTriedOnce() {
    AtomicInteger tries = new AtomicInteger();
    DensityRatioEstimator impossible =
        ratio(
            task -> {
              tries.incrementAndGet();
              throw new OutOfMemoryError("as if");
            });
    List<CalibrationMethod> methods =
        List.of(
            TransCal.released().withDensityRatio(impossible),
            TransCal.withoutBiasReduction().withDensityRatio(impossible),
            Methods.named("temperature", SETTINGS),
            Methods.named("transcal", SETTINGS));

    MethodComparison comparison =
        MethodComparison.run(SHIFT.task(), methods, SETTINGS, result -> {});

    assertThat(comparison.results().get(0).failure()).isPresent();
    assertThat(comparison.results().get(1).failure()).isPresent();
    assertThat(comparison.results().get(2).fitted()).isPresent();
    assertThat(comparison.results().get(3).fitted()).isPresent();
    assertThat(tries).hasValue(1);
  }

  @Test
  void givenAMethodWithItsOwnDensityRatio_thenTheComparisonUsesIt() {
    ImportanceWeights own = SHIFT.trueWeights();
    TransCal method = TransCal.released().withDensityRatio(ratio(task -> own));

    MethodComparison comparison =
        MethodComparison.run(
            SHIFT.task(),
            List.of(method, Methods.named("transcal", SETTINGS)),
            SETTINGS,
            result -> {});

    FittedCalibration together =
        (FittedCalibration) comparison.results().get(0).fitted().orElseThrow();
    FittedCalibration standard =
        (FittedCalibration) comparison.results().get(1).fitted().orElseThrow();
    assertThat(together.weights().orElseThrow()).isSameAs(own);
    assertThat(together.temperature()).isEqualTo(method.fit(SHIFT.task()).temperature());
    assertThat(comparison.weights()).as("of the first method that used any").containsSame(own);
    assertThat(standard.temperature()).isNotEqualTo(together.temperature());
  }

  @Test
  void givenAThousandClasses_thenMatrixSaysItIsHopelessAndTheOthersRun() {
    int classes = 1000;
    TransferTask task = manyClasses(50, classes);

    MethodComparison comparison =
        MethodComparison.run(
            task, Methods.all(MethodSettings.defaults()), MethodSettings.defaults(), result -> {});

    for (MethodResult result : comparison.results()) {
      switch (result.method()) {
        case "matrix" -> {
          MethodResult.Failure failure = result.failure().orElseThrow();
          assertThat(failure.cause()).isEqualTo(MethodResult.Cause.NOT_CALIBRATABLE);
          assertThat(failure.message()).contains("1,001,000 parameters for 1,000 classes");
        }
        case "oracle", "labelled", "mc-dropout", "ensemble", "svi", "pseudocal" ->
            assertThat(result.failure().orElseThrow().cause())
                .isEqualTo(MethodResult.Cause.MISSING_INPUT);
        default -> assertThat(result.failure()).as(result.method()).isEmpty();
      }
    }
  }

  private static TransferTask manyClasses(int rows, int classes) {
    float[] logits = new float[rows * classes];
    float[] features = new float[rows * 4];
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      labels[i] = i * 17 % classes;
      for (int k = 0; k < classes; k++) {
        logits[i * classes + k] = (float) Math.sin(i + k * k) + (k == labels[i] ? i % 7 : 0);
      }
      for (int j = 0; j < 4; j++) {
        features[i * 4 + j] = (float) Math.cos(i * (j + 2.0));
      }
    }
    Logits z = Logits.of(Matrix.wrap(logits, rows, classes));
    Matrix x = Matrix.wrap(features, rows, 4);
    return TransferTask.named("many classes")
        .sourceValidation(z, Labels.copyOf(labels, classes))
        .target(z)
        .features(x, x, x)
        .build();
  }

  private static MethodComparison beside(CalibrationMethod broken, TransferTask task) {
    List<CalibrationMethod> methods = List.of(broken, Methods.named("temperature", SETTINGS));
    return MethodComparison.run(task, methods, SETTINGS, result -> {});
  }

  private static CalibrationMethod failing(Supplier<Throwable> failure) {
    return new CalibrationMethod() {
      @Override
      public String name() {
        return "broken";
      }

      @Override
      public String summary() {
        return "throws";
      }

      @Override
      public FittedMethod fit(PreparedTask prepared) {
        Throwable thrown = failure.get();
        if (thrown instanceof Error error) {
          throw error;
        }
        throw (RuntimeException) thrown;
      }
    };
  }

  private static DensityRatioEstimator ratio(Function<TransferTask, ImportanceWeights> estimate) {
    return new DensityRatioEstimator() {
      @Override
      public String name() {
        return "own";
      }

      @Override
      public ImportanceWeights estimate(TransferTask task) {
        return estimate.apply(task);
      }
    };
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

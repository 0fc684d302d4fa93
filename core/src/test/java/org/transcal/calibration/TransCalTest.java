package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.Termination;
import org.transcal.accuracy.ControlVariates;
import org.transcal.calibration.Landscape.Point;
import org.transcal.model.TemperatureModel;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.Balance;
import org.transcal.shift.DomainClassifier;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;

/** The released TransCal and its ablations, against brute force over λ with brentq for T. */
class TransCalTest {
  /** Mean confidence and estimated accuracy are sums over about a hundred rows. */
  private static final double ZERO = 1e-9;

  /** Two steps of the finest brute-force grid. */
  private static final double BRUTE_FORCE = 1e-8;

  /** The drawn curve is interpolated between exact temperatures. */
  private static final double DRAWN = 1e-4;

  private static final List<ExpectedValues> CASES = ExpectedValues.all();

  private static final List<String> VARIANTS =
      List.of(
          "transcal",
          "transcal-no-bias",
          "transcal-no-variance",
          "transcal-cv-weight",
          "transcal-cv-correctness",
          "transcal-cv-parallel");

  static Stream<Arguments> casesAndVariants() {
    return CASES.stream().flatMap(each -> VARIANTS.stream().map(v -> Arguments.of(each, v)));
  }

  @ParameterizedTest
  @MethodSource("casesAndVariants")
  void givenWeights_thenNearestZeroOrSmallestGap(ExpectedValues given, String method) {
    FittedCalibration fit = given.fit(method);

    double temperature = fit.temperature().orElseThrow();
    double lambda = fit.lambda().orElseThrow();
    double expectedGap = given.number(method, "gap");
    assertThat(fit.objective()).isCloseTo(expectedGap, within(ZERO));
    if (expectedGap == 0) {
      assertThat(fit.termination()).isEqualTo(Termination.CONVERGED);
      assertThat(Math.hypot(temperature - 2.0, lambda - 0.5))
          .isLessThanOrEqualTo(given.number(method, "distance") + BRUTE_FORCE);
      double expected = given.number(method, "temperature");
      assertThat(temperature).isCloseTo(expected, within(1e-4 * expected));
    } else {
      assertThat(fit.termination()).isEqualTo(Termination.AT_BOUND);
      assertThat(temperature).isEqualTo(given.number(method, "temperature"));
    }
  }

  @ParameterizedTest
  @MethodSource("casesAndVariants")
  void givenFit_thenMeanConfidenceMeetsEstimatedAccuracy(ExpectedValues given, String method) {
    FittedCalibration fit = given.fit(method);

    double confidence = meanConfidence(given.task().target(), fit.temperature().orElseThrow());
    if (fit.termination() == Termination.CONVERGED) {
      assertThat(confidence).isCloseTo(fit.estimatedTargetAccuracy(), within(ZERO));
    }
    assertThat(fit.objective())
        .isGreaterThanOrEqualTo(Math.abs(confidence - fit.estimatedTargetAccuracy()) - ZERO);
  }

  @ParameterizedTest
  @MethodSource("casesAndVariants")
  void givenLandscape_thenChosenPointIsTheResult(ExpectedValues given, String method) {
    FittedCalibration fit = given.fit(method);

    Point chosen = fit.landscape().orElseThrow().chosen();
    assertThat(chosen.temperature()).isEqualTo(fit.temperature().orElseThrow());
    assertThat(chosen.lambda()).isEqualTo(fit.lambda().orElseThrow());
    assertThat(fit.model())
        .isEqualTo(new TemperatureModel(given.task().classes(), chosen.temperature()));
  }

  @ParameterizedTest
  @MethodSource("casesAndVariants")
  void givenLandscape_thenObjectiveMatches(ExpectedValues given, String method) {
    Landscape landscape = given.fit(method).landscape().orElseThrow();

    double[] accuracies = ExpectedValues.vector(given.node(method, "accuracies"));
    double[] temperatures = landscape.temperatures();
    int stride = (landscape.lambdas().length - 1) / (accuracies.length - 1);
    for (int i = 0; i < accuracies.length; i++) {
      assertThat(landscape.lambdas()[i * stride]).isCloseTo(0.1 * i, within(1e-12));
      for (int j = 0; j < temperatures.length; j += 6) {
        double confidence = meanConfidence(given.task().target(), temperatures[j]);
        assertThat(landscape.objective()[i * stride][j])
            .isCloseTo(Math.abs(confidence - accuracies[i]), within(DRAWN));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("casesAndVariants")
  void givenLandscape_thenZerosAreZeros(ExpectedValues given, String method) {
    Landscape landscape = given.fit(method).landscape().orElseThrow();

    double[] accuracies = ExpectedValues.vector(given.node(method, "accuracies"));
    double highest = meanConfidence(given.task().target(), 1);
    double lowest = meanConfidence(given.task().target(), 1e6);
    int found = 0;
    for (Point zero : landscape.zeros()) {
      double tenths = 10 * zero.lambda();
      if (Math.abs(tenths - Math.rint(tenths)) < 1e-9) {
        double accuracy = accuracies[(int) Math.rint(tenths)];
        double confidence = meanConfidence(given.task().target(), zero.temperature());
        assertThat(confidence).isCloseTo(accuracy, within(DRAWN));
        found++;
      }
    }
    long expected = Arrays.stream(accuracies).filter(a -> a <= highest && a >= lowest).count();
    assertThat(found).isEqualTo((int) expected);
    assertThat(landscape.zeros()).extracting(Point::lambda).isSorted();
  }

  @Test
  void givenWeightsOfYourOwn_thenUsedAndNoFeaturesNeeded() {
    TaskParts parts = TaskParts.random(3, 31);
    double[] own = new double[parts.source().rows()];
    Arrays.setAll(own, i -> 0.25 + i % 4);
    TransferTask bare = parts.bare().build();

    FittedCalibration withoutFeatures = TransCal.released().fit(bare.withWeights(own));
    FittedCalibration withFeatures = TransCal.released().fit(parts.task().withWeights(own));
    FittedCalibration estimated = TransCal.released().fit(parts.task());

    assertThat(withoutFeatures.weights().orElseThrow().estimator()).isEqualTo("given");
    assertThat(withFeatures.temperature()).isEqualTo(withoutFeatures.temperature());
    assertThat(estimated.temperature()).isNotEqualTo(withoutFeatures.temperature());
    assertThat(estimated.weights().orElseThrow().estimator()).isEqualTo("logistic");
  }

  @Test
  void givenUpsampling_thenSeedDecidesEveryBit() {
    TransferTask task = TaskParts.random(3, 32).task();
    TransCal upsampling = balanced(Balance.UPSAMPLE, 5);

    double first = upsampling.fit(task).temperature().orElseThrow();
    double again = upsampling.fit(task).temperature().orElseThrow();
    double otherSeed = balanced(Balance.UPSAMPLE, 6).fit(task).temperature().orElseThrow();

    assertThat(again).isEqualTo(first);
    assertThat(otherSeed).isNotEqualTo(first);
  }

  @Test
  void givenReweighting_thenSeedChangesNothing() {
    TransferTask task = TaskParts.random(3, 33).task();

    assertThat(balanced(Balance.REWEIGHT, 1).fit(task).temperature())
        .isEqualTo(balanced(Balance.REWEIGHT, 2).fit(task).temperature());
  }

  private static TransCal balanced(Balance balance, long seed) {
    return TransCal.released().withDensityRatio(new DomainClassifier(balance, seed));
  }

  @Test
  void givenExponentZero_thenTheLimitOfSmallExponents() {
    ExpectedValues given = CASES.get(0);
    double[][] objective = given.fit("transcal").landscape().orElseThrow().objective();

    double[] accuracies = ExpectedValues.vector(given.node("transcal", "accuracies"));
    double highest = meanConfidence(given.task().target(), 1);
    assertThat(objective[0][0]).isCloseTo(Math.abs(highest - accuracies[0]), within(ZERO));
  }

  /** Saturated confidences are 1 over a range of temperatures: all of it is zeros. */
  @Test
  void givenFlatConfidence_thenTheStartItselfIsTheNearestZero() {
    double[][] sure = {{3000, 0}, {0, 3000}, {3000, 0}, {0, 3000}};
    TransferTask task =
        TransferTask.named("sure")
            .sourceValidation(Logits.copyOf(sure), Labels.copyOf(new int[] {0, 1, 0, 1}, 2))
            .target(Logits.copyOf(sure))
            .weights(1, 2, 3, 4)
            .build();

    FittedCalibration fit = TransCal.released().fit(task);

    assertThat(fit.temperature()).hasValue(2.0);
    assertThat(fit.lambda().orElseThrow()).isCloseTo(0.5, within(1e-9));
    assertThat(fit.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(fit.objective()).isZero();
  }

  @Test
  void givenFrequenciesWithoutAVariance_thenRefuses() {
    TaskParts parts = TaskParts.random(3, 34);
    double[] tiny = new double[parts.source().rows()];
    Arrays.fill(tiny, 1e-3);
    TransferTask task = parts.with(parts.source().withFrequencies(tiny)).task();

    assertThatThrownBy(() -> TransCal.released().fit(task))
        .isInstanceOf(CalibrationException.class)
        .hasMessageContaining("add up to 0.18");
    assertThat(TransCal.withControlVariates(ControlVariates.NONE).fit(task).objective()).isFinite();
  }

  private static double meanConfidence(Target target, double temperature) {
    return target.frequencies().mean(target.logits().softmax(temperature).top().confidences());
  }
}

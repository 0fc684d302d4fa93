package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.Termination;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/** The paper's equations against brute force on 3,001 temperatures and 201 values of λ. */
class TransCalPaperTest {
  private static final String METHOD = "transcal-paper";
  private static final double ROUNDING = 1e-9;

  /** Neighbours of the brute-force grid differ by this share of T and this much of λ. */
  private static final double TEMPERATURE_STEP = Math.log(1000) / 3000;

  private static final double LAMBDA_STEP = 1.0 / 200;

  private static final List<ExpectedValues> CASES = ExpectedValues.all();

  static Stream<ExpectedValues> cases() {
    return CASES.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void givenWeights_thenObjectiveNeverAboveBruteForce(ExpectedValues given) {
    FittedCalibration fit = given.fit(METHOD);

    assertThat(fit.objective()).isLessThanOrEqualTo(given.number(METHOD, "least") + ROUNDING);
    assertThat(fit.objective()).isGreaterThanOrEqualTo(0);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void givenZeros_thenTheOneNearestToSourceTemperature(ExpectedValues given) {
    FittedCalibration fit = given.fit(METHOD);

    if (fit.objective() == 0 && given.number(METHOD, "least") == 0) {
      double source = given.number("temperature", "temperature");
      double temperature = fit.temperature().orElseThrow();
      double distance = Math.hypot(temperature - source, fit.lambda().orElseThrow() - 1);
      double step = Math.hypot(TEMPERATURE_STEP * temperature, LAMBDA_STEP);
      assertThat(distance).isLessThanOrEqualTo(given.number(METHOD, "distance") + step);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void givenLandscape_thenObjectiveMatches(ExpectedValues given) {
    Landscape landscape = given.fit(METHOD).landscape().orElseThrow();

    double[][] expected = ExpectedValues.table(given.node(METHOD, "landscape"));
    for (int j = 0; j < expected.length; j++) {
      for (int i = 0; i < expected[j].length; i++) {
        assertThat(landscape.objective()[10 * i][8 * j])
            .as("λ " + landscape.lambdas()[10 * i] + ", T " + landscape.temperatures()[8 * j])
            .isCloseTo(expected[j][i], within(ROUNDING));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void givenLandscape_thenChosenPointIsTheResultAndNoGridPointIsBetter(ExpectedValues given) {
    FittedCalibration fit = given.fit(METHOD);

    Landscape landscape = fit.landscape().orElseThrow();
    assertThat(landscape.chosen().temperature()).isEqualTo(fit.temperature().orElseThrow());
    assertThat(landscape.chosen().lambda()).isEqualTo(fit.lambda().orElseThrow());
    for (double[] row : landscape.objective()) {
      for (double value : row) {
        assertThat(value).isGreaterThanOrEqualTo(fit.objective());
      }
    }
    assertThat(fit.termination()).isEqualTo(Termination.CONVERGED);
  }

  /** The source temperature is then beyond the range of the search. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 200})
  void givenLogitsOfAnotherScale_thenTheBoundIsSaid(double scale) {
    TransferTask task = TaskParts.random(3, 5).mapLogits(z -> scale * z).task();

    FittedCalibration fit = Methods.calibrator(METHOD).fit(task);

    assertThat(fit.termination()).isEqualTo(Termination.AT_BOUND);
  }

  /**
   * Zeros fill regions where weights are wild: no zero of a fine grid may be nearer to (T_s, 1).
   * The grid's values are those of the class that the landscape checks against numpy.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  @Tag("slow")
  void givenRegionsOfZeros_thenNoGridPointIsNearer(long seed) {
    TaskParts parts = TaskParts.random(3, 60 + seed);
    Random random = new Random(seed);
    double[] wild = new double[parts.source().rows()];
    Arrays.setAll(wild, i -> Math.exp(1.8 * random.nextGaussian()));
    TransferTask task = parts.task().withWeights(wild);

    FittedCalibration fit = Methods.calibrator("transcal-paper").fit(task);

    SourceValidation source = task.sourceValidation();
    double sourceTemperature = FittedTemperature.mostLikely(source).temperature();
    double sourceConfidence =
        source.frequencies().mean(source.logits().softmax(sourceTemperature).top().confidences());
    WeightedCalibrationError objective =
        new WeightedCalibrationError(source, ImportanceWeights.of(wild), sourceConfidence, 15);
    double[] lambdas = IntStream.rangeClosed(0, 200).mapToDouble(i -> i / 200.0).toArray();
    WeightedCalibrationError.Factors factors = objective.factors(lambdas);
    double nearest = Double.POSITIVE_INFINITY;
    for (double temperature : Temperatures.logSpaced(0.1, 100, 3001)) {
      double[] values = objective.at(temperature, factors);
      for (int i = 0; i < values.length; i++) {
        double distance = Math.hypot(temperature - sourceTemperature, lambdas[i] - 1);
        nearest = values[i] == 0 ? Math.min(nearest, distance) : nearest;
      }
    }
    double temperature = fit.temperature().orElseThrow();
    double step = Math.hypot(TEMPERATURE_STEP * temperature, LAMBDA_STEP);
    assertThat(nearest).as("the task has zeros").isFinite();
    assertThat(fit.objective()).isZero();
    assertThat(Math.hypot(temperature - sourceTemperature, fit.lambda().orElseThrow() - 1))
        .isLessThanOrEqualTo(nearest + step);
  }
}

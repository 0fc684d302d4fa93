package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.Termination;

/** Every method that fits something against numpy, scipy and scikit-learn on small tasks. */
class IndependentValuesTest {
  /** Both searches stop at steps far below this. */
  private static final double TEMPERATURE = 1e-5;

  private static final double OBJECTIVE = 1e-9;

  /** L-BFGS stops at a gradient of 1e-6 of its start: its square in the likelihood. */
  private static final double LIKELIHOOD = 1e-8;

  private static final double AFFINE_PROBABILITY = 1e-4;
  private static final double BINARY_PROBABILITY = 1e-6;

  private static final List<ExpectedValues> CASES = ExpectedValues.all();

  /**
   * Confidences of utdc that are equal in exact arithmetic stand in an order that rounding decides,
   * and so may fall into another of its bins: the task made of ties is left out.
   */
  static Stream<Arguments> temperatureMethods() {
    return pairs(List.of("temperature", "cpcs", "cpcs-original", "utdc"))
        .filter(each -> !(each.get()[0] + " " + each.get()[1]).equals("ternary-tied utdc"));
  }

  static Stream<Arguments> affineMethods() {
    return pairs(List.of("vector", "matrix"));
  }

  static Stream<Arguments> binaryMethods() {
    return pairs(List.of("platt", "isotonic", "histogram"));
  }

  private static Stream<Arguments> pairs(List<String> methods) {
    return CASES.stream().flatMap(each -> methods.stream().map(m -> Arguments.of(each, m)));
  }

  static Stream<ExpectedValues> cases() {
    return CASES.stream();
  }

  @ParameterizedTest
  @MethodSource("temperatureMethods")
  void givenOneTemperature_thenItAndItsObjectiveMatch(ExpectedValues given, String method) {
    FittedCalibration fit = given.fit(method);

    double expected = given.number(method, "temperature");
    assertThat(fit.objective()).isCloseTo(given.number(method, "objective"), within(OBJECTIVE));
    assertThat(fit.temperature().orElseThrow()).isCloseTo(expected, within(TEMPERATURE * expected));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void givenUtdc_thenEstimatedAccuracyMatches(ExpectedValues given) {
    assertThat(given.fit("utdc").estimatedTargetAccuracy())
        .isCloseTo(given.number("utdc", "accuracy"), within(1e-11));
  }

  /** Ratios come from a search that stops at a gradient of 1e-6 of its start. */
  @ParameterizedTest
  @MethodSource("cases")
  void givenLabelShift_thenTemperatureAndObjectiveMatch(ExpectedValues given) {
    FittedCalibration fit = given.fit("label-shift");

    double expected = given.number("label-shift", "temperature");
    assertThat(fit.temperature().orElseThrow()).isCloseTo(expected, within(1e-4 * expected));
    assertThat(fit.objective()).isCloseTo(given.number("label-shift", "objective"), within(1e-5));
  }

  @ParameterizedTest
  @MethodSource("affineMethods")
  void givenAffineMap_thenLikelihoodAndProbabilitiesMatch(ExpectedValues given, String method) {
    FittedCalibration fit = given.fit(method);

    assertThat(fit.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(fit.objective()).isCloseTo(given.number(method, "objective"), within(LIKELIHOOD));
    assertProbabilities(fit, given.node(method, "probabilities"), AFFINE_PROBABILITY);
  }

  @ParameterizedTest
  @MethodSource("binaryMethods")
  void givenBinaryMaps_thenProbabilitiesMatch(ExpectedValues given, String method) {
    FittedCalibration fit = given.fit(method);

    assertProbabilities(fit, given.node(method, "probabilities"), BINARY_PROBABILITY);
  }

  /** Rows that count zero times have no expected value. */
  private static void assertProbabilities(
      FittedCalibration fit, JsonNode expected, double tolerance) {
    double[][] actual = fit.targetProbabilities().toMatrix().toArrays();
    assertThat(actual).hasNumberOfRows(expected.size());
    for (int i = 0; i < actual.length; i++) {
      if (!expected.get(i).isNull()) {
        assertThat(actual[i])
            .as("row " + i)
            .containsExactly(ExpectedValues.vector(expected.get(i)), within(tolerance));
      }
    }
  }
}

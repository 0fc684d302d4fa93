package org.transcal.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every metric against {@code expected_metrics.py}. */
class ExpectedMetricsTest {
  /** Sums of some hundred terms in another order. */
  private static final Offset<Double> ROUNDING = within(1e-12);

  /** Both sides integrate numerically; a line replaces the curve at a change of sign. */
  private static final Offset<Double> QUADRATURE = within(2e-6);

  static Stream<Arguments> casesAndMetrics() {
    return ExpectedMetrics.cases()
        .flatMap(
            example ->
                CalibrationMetrics.all(15).stream().map(metric -> Arguments.of(example, metric)));
  }

  static Stream<ExpectedMetrics.Case> cases() {
    return ExpectedMetrics.cases();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("casesAndMetrics")
  void givenWeightedRows_thenValueEqualsThatOfRepeatedRows(
      ExpectedMetrics.Case example, CalibrationMetric metric) {
    double value = metric.measure(example.predictions());

    assertThat(value)
        .isCloseTo(
            example.expected(metric.key()),
            metric.equals(CalibrationMetrics.smoothCalibrationError()) ? QUADRATURE : ROUNDING);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void givenWeightedRows_thenSweepUsesTheExpectedNumberOfBins(ExpectedMetrics.Case example) {
    int bins = SweepCalibrationError.bins(example.predictions().confidenceLevels());

    assertThat(bins).isEqualTo(example.json().path("sweepBins").asInt());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void givenBandwidths_thenSmoothedErrorIsTheIntegral(ExpectedMetrics.Case example) {
    SmoothCalibrationError smoother =
        new SmoothCalibrationError(example.predictions().confidenceLevels());

    example
        .json()
        .path("smoothAt")
        .properties()
        .forEach(
            entry ->
                assertThat(smoother.error(Double.parseDouble(entry.getKey())))
                    .as("bandwidth %s", entry.getKey())
                    .isCloseTo(entry.getValue().asDouble(), QUADRATURE));
  }
}

package org.transcal.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalTest {
  static Stream<JsonNode> knownIntervals() {
    return StreamSupport.stream(ExpectedMetrics.read().path("clopperPearson").spliterator(), false);
  }

  /** Expected values: beta quantiles of SciPy, in {@code expected_metrics.py}. */
  @ParameterizedTest
  @MethodSource("knownIntervals")
  void givenCounts_thenClopperPearsonEqualsSciPy(JsonNode known) {
    Interval interval =
        Interval.clopperPearson(
            known.path("successes").asDouble(),
            known.path("trials").asDouble(),
            known.path("level").asDouble());

    assertThat(interval.low()).isCloseTo(known.path("low").asDouble(), within(1e-9));
    assertThat(interval.high()).isCloseTo(known.path("high").asDouble(), within(1e-9));
  }

  /** All outcomes weighted by their probability: the coverage itself, not a simulation of it. */
  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.1, 0.31, 0.5, 0.77, 0.9, 0.99})
  void givenAnyProportion_thenClopperPearsonHasAtLeastItsCoverage(double proportion) {
    int trials = 60;
    BinomialDistribution outcomes = BinomialDistribution.of(trials, proportion);

    double coverage = 0;
    for (int successes = 0; successes <= trials; successes++) {
      if (Interval.clopperPearson(successes, trials, 0.95).contains(proportion)) {
        coverage += outcomes.probability(successes);
      }
    }

    assertThat(coverage).isBetween(0.95, 1.0 + 1e-12);
  }

  @Test
  void givenNoTrials_thenTheIntervalIsZeroToOne() {
    Interval interval = Interval.clopperPearson(0, 0, 0.95);

    assertThat(interval).isEqualTo(new Interval(0, 1));
  }

  @Test
  void givenEndsInTheWrongOrder_thenTheMessageNamesBoth() {
    assertThatThrownBy(() -> new Interval(0.4, 0.3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.4")
        .hasMessageContaining("0.3");
    assertThatThrownBy(() -> new Interval(Double.NaN, 0.3))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void givenPercentageAsLevel_thenRefused() {
    assertThatThrownBy(() -> Interval.clopperPearson(1, 2, 95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("95");
  }
}

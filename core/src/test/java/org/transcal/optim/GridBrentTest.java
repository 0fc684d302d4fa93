package org.transcal.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.transcal.Termination;
import org.transcal.testing.Cases;

class GridBrentTest {
  private static final double TOLERANCE = 1e-8;

  /** Brent's method stops within twice its tolerance of a minimum it can tell from others. */
  private static final double ACCURACY = 2 * TOLERANCE;

  /** Four lowest points of the scan, each refined with at most this many evaluations. */
  private static final int REFINEMENT = 4 * 100;

  private final GridBrent plain = new GridBrent(2, TOLERANCE);

  @Test
  void givenQuadratic_thenConvergesInFewEvaluations() {
    Minimum minimum = plain.minimize(x -> (x - 1.3) * (x - 1.3), -5, 4);

    assertThat(minimum.at()).isCloseTo(1.3, within(ACCURACY));
    assertThat(minimum.value()).isCloseTo(0, within(ACCURACY * ACCURACY));
    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.evaluations()).isLessThanOrEqualTo(40);
  }

  @Test
  void givenKink_thenConverges() {
    Minimum minimum = plain.minimize(x -> Math.abs(x - 0.4), -1, 3);

    assertThat(minimum.at()).isCloseTo(0.4, within(ACCURACY));
    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.evaluations()).isLessThanOrEqualTo(100);
  }

  @Test
  void givenTwoMinima_thenTheGridFindsTheGlobalOne() {
    // (x² − 1)² + x/10 is lowest at the smallest root of 4x³ − 4x + 1/10 (numpy.roots); its other
    // valley, at 0.98725748, is higher by 0.2.
    DoubleUnaryOperator valleys = x -> (x * x - 1) * (x * x - 1) + 0.1 * x;

    Minimum minimum = new GridBrent(9, TOLERANCE).minimize(valleys, -2, 2);

    assertThat(minimum.at()).isCloseTo(-1.01227313, within(1e-7));
    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
  }

  @Test
  void givenGlobalMinimumThatTheGridRanksSecond_thenFound() {
    // At the scan points −1 … 1 the broad valley is at 0 and the narrow one at 0.1, but the narrow
    // one falls to −0.5 beside its point.
    DoubleUnaryOperator function =
        x -> Math.min(Math.abs(x + 0.5), 0.1 - 0.6 + 20 * Math.abs(x - 0.53));

    Minimum minimum = new GridBrent(9, TOLERANCE).minimize(function, -1, 1);

    assertThat(minimum.at()).isCloseTo(0.53, within(ACCURACY));
    assertThat(minimum.value()).isCloseTo(-0.5, within(20 * ACCURACY));
  }

  @Test
  void givenMinimumAtEitherEnd_thenReportedAsBound() {
    Minimum low = plain.minimize(x -> x, -3, 7);
    Minimum high = plain.minimize(x -> -Math.exp(x), -3, 7);

    assertThat(low.at()).isEqualTo(-3);
    assertThat(low.termination()).isEqualTo(Termination.AT_BOUND);
    assertThat(high.at()).isEqualTo(7);
    assertThat(high.termination()).isEqualTo(Termination.AT_BOUND);
  }

  @Test
  void givenInfiniteValues_thenAFiniteMinimum() {
    DoubleUnaryOperator half = x -> x < 1 ? Double.POSITIVE_INFINITY : (x - 2) * (x - 2);

    Minimum minimum = new GridBrent(11, TOLERANCE).minimize(half, 0, 10);

    assertThat(minimum.at()).isCloseTo(2, within(ACCURACY));
  }

  @Test
  void givenNaN_thenRefusesAndNamesThePoint() {
    assertThatThrownBy(() -> plain.minimize(x -> x > 1 ? Double.NaN : -x, 0, 2))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("NaN at 2.0");
  }

  @Test
  void givenToleranceBelowRounding_thenStopsAtTheLimitAndReportsIt() {
    Minimum minimum = new GridBrent(2, 1e-300).minimize(x -> Math.abs(x - 0.4), -1, 3);

    assertThat(minimum.at()).isCloseTo(0.4, within(1e-15));
    assertThat(minimum.termination()).isEqualTo(Termination.EVALUATION_LIMIT);
    assertThat(minimum.evaluations()).isLessThanOrEqualTo(2 + REFINEMENT);
  }

  @Test
  void givenConstant_thenItsValue() {
    Minimum minimum = new GridBrent(50, TOLERANCE).minimize(x -> 7, 0, 1);

    assertThat(minimum.value()).isEqualTo(7);
    assertThat(minimum.evaluations()).isLessThanOrEqualTo(50 + REFINEMENT);
  }

  @Test
  void givenManyMinima_thenInsideTheIntervalAndNotAboveTheGrid() {
    Cases.of(200, 2)
        .check(
            draw -> {
              double frequency = draw.real(-20, 20);
              double tilt = draw.real(-3, 3);
              int points = draw.integer(2, 40);

              DoubleUnaryOperator wave = x -> Math.sin(frequency * x) + tilt * x;
              int[] evaluations = {0};
              DoubleUnaryOperator guarded =
                  x -> {
                    evaluations[0]++;
                    assertThat(x).isBetween(-1.0, 2.0);
                    return wave.applyAsDouble(x);
                  };

              Minimum minimum = new GridBrent(points, 1e-6).minimize(guarded, -1, 2);

              for (int i = 0; i < points; i++) {
                assertThat(minimum.value())
                    .isLessThanOrEqualTo(wave.applyAsDouble(-1 + 3.0 * i / (points - 1)) + 1e-12);
              }
              assertThat(minimum.value()).isEqualTo(wave.applyAsDouble(minimum.at()));
              assertThat(minimum.evaluations())
                  .isEqualTo(evaluations[0])
                  .isLessThanOrEqualTo(points + 400);
            });
  }

  @Test
  void givenBadSettings_thenRefuses() {
    assertThatThrownBy(() -> new GridBrent(1, 1e-6)).hasMessageContaining("at least 2");
    assertThatThrownBy(() -> new GridBrent(2, 0)).hasMessageContaining("positive");
    assertThatThrownBy(() -> new GridBrent(2, Double.NaN)).hasMessageContaining("positive");
    assertThatThrownBy(() -> plain.minimize(x -> x, 1, 1)).hasMessageContaining("empty");
    assertThatThrownBy(() -> plain.minimize(x -> x, Double.NaN, 1)).hasMessageContaining("empty");
  }
}

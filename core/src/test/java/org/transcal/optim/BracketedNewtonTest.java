package org.transcal.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.transcal.Termination;
import org.transcal.optim.BracketedNewton.Root;
import org.transcal.testing.Cases;

class BracketedNewtonTest {
  private static final double TOLERANCE = 1e-10;

  /** A step is at most half as long as the one before the last, so two steps halve a bracket. */
  private static final int WORST_EVALUATIONS = 2 + 2 * 37;

  private int evaluations;

  @Test
  void givenSteep_thenFound() {
    Root sigmoid =
        newton(
            x -> Math.tanh(1e6 * (x - 0.3)),
            x -> 1e6 / Math.pow(Math.cosh(1e6 * (x - 0.3)), 2),
            0,
            1,
            0.5);
    Root exponential =
        newton(x -> Math.expm1(700 * (x - 0.3)), x -> 700 * Math.exp(700 * (x - 0.3)), 0, 1, 0.5);

    assertThat(sigmoid.at()).isCloseTo(0.3, within(TOLERANCE));
    assertThat(exponential.at()).isCloseTo(0.3, within(TOLERANCE));
    assertThat(sigmoid.evaluations()).isLessThanOrEqualTo(WORST_EVALUATIONS);
    assertThat(exponential.evaluations()).isLessThanOrEqualTo(WORST_EVALUATIONS);
  }

  @Test
  void givenJump_thenItsPosition() {
    Root root = newton(x -> x < 0.123 ? -1e-9 : 1e9, x -> 0, 0, 1, 0.5);

    assertThat(root.at()).isCloseTo(0.123, within(TOLERANCE));
    assertThat(root.evaluations()).isLessThanOrEqualTo(WORST_EVALUATIONS);
  }

  @Test
  void givenToleranceBelowRounding_thenTerminates() {
    Root root =
        BracketedNewton.find(withSlope(x -> x * x - 2, x -> 2 * x), 0, 2, 1, Double.MIN_VALUE, 200);

    assertThat(root.at()).isCloseTo(Math.sqrt(2), within(Math.ulp(2.0)));
    assertThat(evaluations).isLessThanOrEqualTo(200);
  }

  @Test
  void givenDerivative_thenFewEvaluations() {
    Root root = newton(x -> Math.exp(x) - 5, Math::exp, -4, 5, 1);

    assertThat(root.at()).isCloseTo(Math.log(5), within(TOLERANCE));
    assertThat(root.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(root.evaluations()).isEqualTo(evaluations).isLessThanOrEqualTo(7);
  }

  @Test
  void givenNoZeroInside_thenTheNearerEndIsReportedAsBound() {
    Root above = newton(x -> x - 9, x -> 1, -4, 5, 0);
    Root below = newton(x -> x + 9, x -> 1, -4, 5, 0);

    assertThat(above).isEqualTo(new Root(5, -4, 2, Termination.AT_BOUND));
    assertThat(below).isEqualTo(new Root(-4, 5, 2, Termination.AT_BOUND));
  }

  @Test
  void givenZeroEverywhere_thenTheLowEnd() {
    assertThat(newton(x -> 0, x -> 0, -4, 5, 0))
        .isEqualTo(new Root(-4, 0, 2, Termination.AT_BOUND));
  }

  @Test
  void givenStretchOfZerosInside_thenOneOfThem() {
    DoubleUnaryOperator flatInside = x -> Math.abs(x) <= 1 ? 0 : x - Math.signum(x);

    Root root = newton(flatInside, x -> Math.abs(x) <= 1 ? 0 : 1, -4, 5, 0);

    assertThat(root.at()).isBetween(-1 - TOLERANCE, 1 + TOLERANCE);
    assertThat(root.termination()).isEqualTo(Termination.CONVERGED);
  }

  @Test
  void givenUselessDerivative_thenHalvesTheBracket() {
    for (double slope : new double[] {0, -1, Double.NaN}) {
      Root root = newton(x -> Math.cbrt(x - 0.3), x -> slope, -4, 5, 0);

      assertThat(root.at()).isCloseTo(0.3, within(TOLERANCE));
      assertThat(root.evaluations()).isLessThanOrEqualTo(2 + 37);
    }
  }

  @Test
  void givenDivergingNewtonSteps_thenFound() {
    // Newton's method alone jumps from ±1.4 farther and farther away.
    Root root = newton(Math::atan, x -> 1 / (1 + x * x), -50, 40, 30);

    assertThat(root.at()).isCloseTo(0, within(TOLERANCE));
    assertThat(root.termination()).isEqualTo(Termination.CONVERGED);
  }

  @Test
  void givenTooFewEvaluations_thenTheLastPointAndTheLimitIsReported() {
    Root root = BracketedNewton.find(withSlope(Math::atan, x -> 1), -50, 40, 30, TOLERANCE, 3);

    assertThat(root.termination()).isEqualTo(Termination.EVALUATION_LIMIT);
    assertThat(root.evaluations()).isEqualTo(evaluations).isEqualTo(3);
    assertThat(root.value()).isEqualTo(Math.atan(root.at()));
  }

  @Test
  void givenRisingFunctions_thenFoundFromAnyStart() {
    Cases.of(200, 4)
        .check(
            draw -> {
              double zero = draw.real(-0.999, 0.999);
              double factor = draw.real(0.001, 1000);
              DoubleUnaryOperator rising = x -> Math.sinh(factor / 100 * (x - zero));
              DoubleUnaryOperator slope = x -> factor / 100 * Math.cosh(factor / 100 * (x - zero));

              Root root = newton(rising, slope, -1, 1, draw.real(-1, 1));

              assertThat(root.at()).isCloseTo(zero, within(TOLERANCE));
              assertThat(root.termination()).isEqualTo(Termination.CONVERGED);
              assertThat(root.evaluations()).isLessThanOrEqualTo(30);
            });
  }

  @Test
  void givenStartOutsideOrNaN_thenRefuses() {
    assertThatThrownBy(() -> newton(x -> x, x -> 1, -1, 1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 2.0 in [-1.0, 1.0]");
    assertThatThrownBy(() -> newton(x -> Double.NaN, x -> 1, -1, 1, 0.5))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("NaN at 0.5");
  }

  private Root newton(
      DoubleUnaryOperator function,
      DoubleUnaryOperator slope,
      double low,
      double high,
      double start) {
    return BracketedNewton.find(withSlope(function, slope), low, high, start, TOLERANCE, 100);
  }

  private DoubleFunction<BracketedNewton.Value> withSlope(
      DoubleUnaryOperator function, DoubleUnaryOperator slope) {
    evaluations = 0;
    return x -> {
      evaluations++;
      return new BracketedNewton.Value(function.applyAsDouble(x), slope.applyAsDouble(x));
    };
  }
}

package org.transcal.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.transcal.Termination;
import org.transcal.optim.RootFinder.Root;
import org.transcal.testing.Cases;

class RootFinderTest {
  private static final double TOLERANCE = 1e-10;

  /** Every fourth step halves, so a bracket of width 1 needs at most 4 · log2(1e10) steps. */
  private static final int WORST_EVALUATIONS = 2 + 4 * 34;

  private int evaluations;

  @Test
  void givenStraightLine_thenOneStep() {
    assertThat(find(x -> 3 * x - 1, 0, 1)).isCloseTo(1 / 3.0, within(TOLERANCE));
    assertThat(evaluations).isLessThanOrEqualTo(5);
  }

  @Test
  void givenSteep_thenFound() {
    assertThat(find(x -> Math.tanh(1e6 * (x - 0.3)), 0, 1)).isCloseTo(0.3, within(TOLERANCE));
    assertThat(evaluations).isLessThanOrEqualTo(WORST_EVALUATIONS);
    assertThat(find(x -> Math.expm1(700 * (x - 0.3)), 0, 1)).isCloseTo(0.3, within(TOLERANCE));
    assertThat(evaluations).isLessThanOrEqualTo(WORST_EVALUATIONS);
  }

  @Test
  void givenFlat_thenFound() {
    assertThat(find(x -> Math.pow(x - 0.7, 9), 0, 1)).isCloseTo(0.7, within(TOLERANCE));
    assertThat(evaluations).isLessThanOrEqualTo(WORST_EVALUATIONS);
  }

  @Test
  void givenJump_thenItsPosition() {
    assertThat(find(x -> x < 0.123 ? -1e-9 : 1e9, 0, 1)).isCloseTo(0.123, within(TOLERANCE));
    assertThat(evaluations).isLessThanOrEqualTo(WORST_EVALUATIONS);
  }

  @Test
  void givenInfiniteEnd_thenFound() {
    assertThat(find(x -> 1 / x - 4, 0, 1)).isCloseTo(0.25, within(TOLERANCE));
  }

  @Test
  void givenRootAtEitherEnd_thenThatEnd() {
    assertThat(find(x -> x, 0, 1)).isZero();
    assertThat(find(x -> x - 1, 0, 1)).isEqualTo(1);
    assertThat(evaluations).isEqualTo(2);
  }

  @Test
  void givenToleranceBelowRounding_thenTerminates() {
    double root = RootFinder.find(counting(x -> x * x - 2), 0, 2, 0);

    assertThat(root).isCloseTo(Math.sqrt(2), within(Math.ulp(2.0)));
    assertThat(evaluations).isLessThanOrEqualTo(202);
  }

  @Test
  void givenNoSignChange_thenRefusesWithBothValues() {
    assertThatThrownBy(() -> find(x -> x + 1, 0, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.0 (1.0)")
        .hasMessageContaining("2.0 (3.0)");
    assertThatThrownBy(() -> find(x -> -x - 1, 0, 2)).hasMessageContaining("No sign change");
    assertThatThrownBy(() -> find(x -> Double.NaN, 0, 2)).hasMessageContaining("No sign change");
  }

  @Test
  void givenNaNInside_thenRefusesAndNamesThePoint() {
    assertThatThrownBy(() -> find(x -> x > 0 && x < 1 ? Double.NaN : x - 0.5, 0, 1))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("NaN at 0.5");
  }

  @Test
  void givenCubicOfEitherSign_thenFoundInEitherOrderOfEnds() {
    Cases.of(200, 3)
        .check(
            draw -> {
              double root = draw.real(-0.999, 0.999);
              double slope = draw.real(0.001, 1000);

              DoubleUnaryOperator rising =
                  x -> slope * (x - root) * (1 + 5 * (x - root) * (x - root));

              assertThat(find(rising, -1, 1)).isCloseTo(root, within(TOLERANCE));
              assertThat(find(rising, 1, -1)).isCloseTo(root, within(TOLERANCE));
              assertThat(find(x -> -rising.applyAsDouble(x), -1, 1))
                  .isCloseTo(root, within(TOLERANCE));
              assertThat(evaluations).isLessThanOrEqualTo(30);
            });
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
    Root root = RootFinder.find(withSlope(Math::atan, x -> 1), -50, 40, 30, TOLERANCE, 3);

    assertThat(root.termination()).isEqualTo(Termination.EVALUATION_LIMIT);
    assertThat(root.evaluations()).isEqualTo(evaluations).isEqualTo(3);
    assertThat(root.value()).isEqualTo(Math.atan(root.at()));
  }

  @Test
  void givenRisingFunctions_thenNewtonAgreesWithTheSecant() {
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
    return RootFinder.find(withSlope(function, slope), low, high, start, TOLERANCE, 100);
  }

  private RootFinder.Differentiable withSlope(
      DoubleUnaryOperator function, DoubleUnaryOperator slope) {
    DoubleUnaryOperator counted = counting(function);
    return new RootFinder.Differentiable() {
      private double last;

      @Override
      public double valueAt(double x) {
        last = x;
        return counted.applyAsDouble(x);
      }

      @Override
      public double slope() {
        return slope.applyAsDouble(last);
      }
    };
  }

  private double find(DoubleUnaryOperator function, double low, double high) {
    return RootFinder.find(counting(function), low, high, TOLERANCE);
  }

  private DoubleUnaryOperator counting(DoubleUnaryOperator function) {
    evaluations = 0;
    return x -> {
      evaluations++;
      return function.applyAsDouble(x);
    };
  }
}

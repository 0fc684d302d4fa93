package org.transcal.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
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
  void givenJump_thenItsPlace() {
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
  void givenToleranceBelowRounding_thenStillEnds() {
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

package org.transcal.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TruncatedNewtonTest {
  private static final TruncatedNewton SEARCH = new TruncatedNewton(1e-9, 1e-9, 100);

  /** Σ curvature_j · (x_j − 1)²/2 + steepness · Σ (x_j − 1)⁴, least at 1. */
  private static final class Bowl implements CurvedFunction {
    private final double[] curvature;
    private final double steepness;
    private double[] last;
    private int products;
    private int askedForRounder;
    private double misjudged = 1;
    private int refined;

    Bowl(double steepness, double... curvature) {
      this.curvature = curvature;
      this.steepness = steepness;
    }

    @Override
    public double evaluate(double[] point, double[] gradient) {
      last = point.clone();
      double value = 0;
      for (int j = 0; j < point.length; j++) {
        double x = point[j] - 1;
        gradient[j] = curvature[j] * x + 4 * steepness * x * x * x;
        value += curvature[j] * x * x / 2 + steepness * x * x * x * x;
      }
      return value;
    }

    @Override
    public void multiply(double[] vector, double[] product) {
      products++;
      for (int j = 0; j < vector.length; j++) {
        double x = last[j] - 1;
        product[j] = (curvature[j] + 12 * steepness * x * x) * vector[j];
      }
      product[0] *= misjudged;
    }

    @Override
    public double productError() {
      return misjudged == 1 ? 0 : 0.1;
    }

    @Override
    public void refineProducts() {
      refined++;
      misjudged = 1 + (misjudged - 1) / 2;
    }

    @Override
    public Optional<RoundVariables> rounder() {
      askedForRounder++;
      return Optional.of(RoundVariables.scaled(Arrays.stream(curvature).map(Math::sqrt).toArray()));
    }
  }

  @Test
  void givenQuadratic_thenOneStepPerDigitAskedForAndTheOptimum() {
    Bowl bowl = new Bowl(0, 1, 2, 3, 4, 5);

    VectorMinimum minimum = SEARCH.minimize(bowl, new double[5], units(5), 0);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    // The value is a sum of squares, so a gain of 1e-9 of its root leaves 1e-9 · √value.
    assertThat(minimum.at()).containsExactly(ones(5), within(1e-8));
    assertThat(minimum.evaluations()).isLessThanOrEqualTo(12);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.6, 3, 30})
  void givenProductsThatErr_thenBetterOnesAreAskedForWhereStepsComeShort(double misjudged) {
    Bowl bowl = new Bowl(0, 1, 2, 3);
    bowl.misjudged = misjudged;

    VectorMinimum minimum = SEARCH.minimize(bowl, new double[3], units(3), 0);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.at()).containsExactly(ones(3), within(1e-8));
    assertThat(bowl.refined).isPositive();
  }

  @Test
  void givenProductsThatErrALittle_thenStepsTakenCorrectThem() {
    Bowl bowl = new Bowl(0, 1, 2, 3);
    // By itself a step leaves a fifth of the first slope: 13 would be needed for nine digits.
    bowl.misjudged = 1.25;

    VectorMinimum minimum =
        new TruncatedNewton(1e-9, 1e9, 100).minimize(bowl, new double[3], units(3), 0);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.at()).containsExactly(ones(3), within(1e-8));
    assertThat(bowl.refined).isZero();
    assertThat(minimum.evaluations()).isLessThanOrEqualTo(9);
  }

  @Test
  void givenHundredScales_thenRounderVariablesAreMadeOnceAndFewProductsAreNeeded() {
    double[] curvature = new double[100];
    Arrays.setAll(curvature, j -> Math.pow(10, j / 12.5));
    Bowl bowl = new Bowl(0, curvature);

    VectorMinimum minimum = SEARCH.minimize(bowl, new double[100], units(100), 0);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.at()).containsExactly(ones(100), within(1e-6));
    assertThat(bowl.askedForRounder).isEqualTo(1);
    // In round variables a quadratic needs one product a step.
    assertThat(bowl.products).isLessThanOrEqualTo(16);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1, 1e3})
  void givenQuarticWalls_thenStepsAreHalvedUntilItFalls(double steepness) {
    double[] start = {30, -20, 5};

    VectorMinimum minimum = SEARCH.minimize(new Bowl(steepness, 1, 10, 100), start, units(3), 0);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.at()).containsExactly(ones(3), within(1e-6));
  }

  @Test
  void givenStartAtTheOptimum_thenOneEvaluation() {
    VectorMinimum minimum = SEARCH.minimize(new Bowl(1, 1, 2), ones(2), units(2), 1e-12);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.evaluations()).isEqualTo(1);
  }

  @Test
  void givenFewEvaluations_thenTheLimitIsSaid() {
    VectorMinimum minimum =
        new TruncatedNewton(1e-9, 1e-9, 2)
            .minimize(new Bowl(1e3, 1, 2), new double[] {50, 50}, units(2), 0);

    assertThat(minimum.termination()).isNotEqualTo(Termination.CONVERGED);
    assertThat(minimum.evaluations()).isLessThanOrEqualTo(2);
  }

  @Test
  void givenNothingFiniteAtTheStart_thenRefused() {
    assertThatThrownBy(
            () -> SEARCH.minimize(new Bowl(0, 1), new double[] {Double.NaN}, units(1), 0))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("at the start");
    assertThatThrownBy(() -> new TruncatedNewton(0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static RoundVariables units(int size) {
    return RoundVariables.scaled(ones(size));
  }

  private static double[] ones(int size) {
    double[] ones = new double[size];
    Arrays.fill(ones, 1);
    return ones;
  }
}

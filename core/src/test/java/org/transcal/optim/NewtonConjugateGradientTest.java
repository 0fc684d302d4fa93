package org.transcal.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.Termination;

class NewtonConjugateGradientTest {
  private static final NewtonConjugateGradient SEARCH =
      new NewtonConjugateGradient(1e-9, 1e-9, 100);

  /** Σ curvature_j · (x_j − 1)²/2 + steepness · Σ (x_j − 1)⁴, least at 1. */
  private static final class Bowl implements TwiceDifferentiableFunction {
    private final double[] curvature;
    private final double steepness;
    private double[] last;
    private int products;
    private int preconditioners;

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
    public void hessianVectorProduct(double[] vector, double[] product) {
      products++;
      for (int j = 0; j < vector.length; j++) {
        double x = last[j] - 1;
        product[j] = (curvature[j] + 12 * steepness * x * x) * vector[j];
      }
    }

    @Override
    public Preconditioner preconditioner() {
      preconditioners++;
      return Preconditioner.diagonal(Arrays.stream(curvature).map(Math::sqrt).toArray());
    }
  }

  @Test
  void givenQuadratic_thenFewStepsToTheOptimum() {
    Bowl bowl = new Bowl(0, 1, 2, 3, 4, 5);

    VectorMinimum minimum = SEARCH.minimize(bowl, new double[5], 0);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    // The value is a sum of squares, so a gain of 1e-9 of its root leaves 1e-9 · √value.
    assertThat(minimum.at()).containsExactly(ones(5), within(1e-8));
    assertThat(minimum.evaluations()).isLessThanOrEqualTo(12);
  }

  @Test
  void givenHundredScalesAndAGoodPreconditioner_thenFewProductsAreNeeded() {
    double[] curvature = new double[100];
    Arrays.setAll(curvature, j -> Math.pow(10, j / 12.5));
    Bowl bowl = new Bowl(0, curvature);

    VectorMinimum minimum = SEARCH.minimize(bowl, new double[100], 0);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.at()).containsExactly(ones(100), within(1e-6));
    assertThat(bowl.preconditioners).isEqualTo(1);
    assertThat(bowl.products).isLessThanOrEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1, 1e3})
  void givenQuartic_thenStepsAreHalvedUntilTheFunctionDecreases(double steepness) {
    double[] start = {30, -20, 5};

    VectorMinimum minimum = SEARCH.minimize(new Bowl(steepness, 1, 10, 100), start, 0);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.at()).containsExactly(ones(3), within(1e-6));
  }

  @Test
  void givenStartAtTheOptimum_thenOneEvaluation() {
    VectorMinimum minimum = SEARCH.minimize(new Bowl(1, 1, 2), ones(2), 1e-12);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.evaluations()).isEqualTo(1);
  }

  @Test
  void givenFewEvaluations_thenTheLimitIsReported() {
    VectorMinimum minimum =
        new NewtonConjugateGradient(1e-9, 1e-9, 2)
            .minimize(new Bowl(1e3, 1, 2), new double[] {50, 50}, 0);

    assertThat(minimum.termination()).isNotEqualTo(Termination.CONVERGED);
    assertThat(minimum.evaluations()).isLessThanOrEqualTo(2);
  }

  @Test
  void givenNonFiniteStart_thenRefused() {
    assertThatThrownBy(() -> SEARCH.minimize(new Bowl(0, 1), new double[] {Double.NaN}, 0))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("at the start");
    assertThatThrownBy(() -> new NewtonConjugateGradient(0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static double[] ones(int size) {
    double[] ones = new double[size];
    Arrays.fill(ones, 1);
    return ones;
  }
}

package org.transcal.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.Termination;

class LimitedMemoryBfgsTest {
  private final LimitedMemoryBfgs search = new LimitedMemoryBfgs(1e-9, 2000, 10);

  @ParameterizedTest
  @ValueSource(ints = {2, 20})
  void givenRosenbrock_thenConvergesToOnes(int size) {
    double[] start = new double[size];
    Arrays.setAll(start, j -> j % 2 == 0 ? -1.2 : 1);

    VectorMinimum minimum = search.minimize(LimitedMemoryBfgsTest::rosenbrock, start);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    // The least curvature at the optimum is 0.4 and the gradient there is 1e-9 of about 200·√size.
    assertThat(minimum.at()).containsExactly(ones(size), within(3e-6));
    assertThat(minimum.evaluations()).isLessThanOrEqualTo(80);
  }

  @Test
  void givenConditionOf1e8_thenConvergesWithinBoundedEvaluations() {
    double[] curvature = new double[5];
    Arrays.setAll(curvature, j -> Math.pow(10, 2 * j));
    DifferentiableFunction bowl =
        (x, gradient) -> {
          double value = 0;
          for (int j = 0; j < x.length; j++) {
            gradient[j] = curvature[j] * (x[j] - 1);
            value += gradient[j] * (x[j] - 1) / 2;
          }
          return value;
        };

    VectorMinimum minimum = new LimitedMemoryBfgs(1e-14, 2000, 10).minimize(bowl, new double[5]);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    // The least curvature is 1 and the gradient ends at 1e-14 · 1e8. scipy's L-BFGS-B needs 76.
    assertThat(minimum.at()).containsExactly(ones(5), within(1e-6));
    assertThat(minimum.evaluations()).isLessThanOrEqualTo(120);
  }

  /** Σ curvature_j · (x_j − 1)²/2 + steepness · Σ (x_j − 1)⁴, least at 1, with its diagonal. */
  private static final class Bowl implements DifferentiableFunction {
    private final double[] curvature;
    private final double steepness;
    private int preconditioners;

    Bowl(double steepness, double... curvature) {
      this.curvature = curvature;
      this.steepness = steepness;
    }

    @Override
    public double evaluate(double[] point, double[] gradient) {
      double value = 0;
      for (int j = 0; j < point.length; j++) {
        double x = point[j] - 1;
        gradient[j] = curvature[j] * x + 4 * steepness * x * x * x;
        value += curvature[j] * x * x / 2 + steepness * x * x * x * x;
      }
      return value;
    }

    @Override
    public Optional<Preconditioner> preconditioner() {
      preconditioners++;
      return Optional.of(
          Preconditioner.diagonal(Arrays.stream(curvature).map(Math::sqrt).toArray()));
    }
  }

  @Test
  void givenHundredScalesAndAGoodPreconditioner_thenFewEvaluations() {
    double[] curvature = new double[100];
    Arrays.setAll(curvature, j -> Math.pow(10, j / 12.5));
    Bowl bowl = new Bowl(0, curvature);

    VectorMinimum minimum = search.minimize(bowl, new double[100], 0);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.at()).containsExactly(ones(100), within(1e-6));
    assertThat(minimum.evaluations()).isLessThanOrEqualTo(4);
    assertThat(bowl.preconditioners).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1, 1e3})
  void givenQuarticAndAPoorPreconditioner_thenConverges(double steepness) {
    double[] start = {30, -20, 5};

    VectorMinimum minimum = search.minimize(new Bowl(steepness, 1, 10, 100), start, 0);

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.at()).containsExactly(ones(3), within(1e-6));
  }

  @Test
  void givenStartAtTheOptimum_thenOneEvaluation() {
    VectorMinimum minimum = search.minimize(LimitedMemoryBfgsTest::rosenbrock, ones(2));

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.evaluations()).isEqualTo(1);
    assertThat(minimum.at()).containsExactly(1, 1);
    assertThat(minimum.value()).isZero();
    assertThat(minimum.gradientNorm()).isZero();
  }

  @Test
  void givenGradientDueToRounding_thenConvergedOnlyIfDeclared() {
    // Lowest at 1, where the gradient is the rounding of 0.1 + 0.2 − 0.3, whatever the point.
    DifferentiableFunction noisy =
        (x, gradient) -> {
          gradient[0] = 0.1 + 0.2 - 0.3;
          return 1;
        };

    VectorMinimum unsaid = search.minimize(noisy, new double[] {1});
    VectorMinimum said = search.minimize(noisy, new double[] {1}, Math.ulp(0.5));

    assertThat(unsaid.termination()).isEqualTo(Termination.STALLED);
    assertThat(said.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(said.evaluations()).isEqualTo(1);
  }

  @Test
  void givenPenalisedLogistic_thenSameOptimumAsSciPy() throws IOException {
    JsonNode expected = read("logistic.json");
    double[][] x = new ObjectMapper().convertValue(expected.get("x"), double[][].class);
    int[] y = new ObjectMapper().convertValue(expected.get("y"), int[].class);
    double penalty = expected.get("penalty").asDouble();

    VectorMinimum minimum = search.minimize((b, g) -> logistic(x, y, penalty, b, g), new double[4]);

    double[] at = new ObjectMapper().convertValue(expected.get("at"), double[].class);
    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    // A curvature of 0.07 (the third feature) under a gradient of 1e-9 · 150.
    assertThat(minimum.at()).containsExactly(at, within(2e-6));
    assertThat(minimum.value()).isCloseTo(expected.get("value").asDouble(), within(1e-12));
    assertThat(minimum.evaluations()).isLessThanOrEqualTo(60);
  }

  @Test
  void givenNoMinimum_thenNotConverged() {
    DifferentiableFunction plane =
        (x, gradient) -> {
          gradient[0] = -1;
          gradient[1] = 2;
          return 2 * x[1] - x[0];
        };
    DifferentiableFunction saddle =
        (x, gradient) -> {
          gradient[0] = 2 * x[0];
          gradient[1] = -2 * x[1];
          return x[0] * x[0] - x[1] * x[1];
        };

    assertThat(search.minimize(plane, new double[2]).termination())
        .isIn(Termination.STALLED, Termination.EVALUATION_LIMIT);
    assertThat(search.minimize(saddle, new double[] {1, 0.1}).termination())
        .isIn(Termination.STALLED, Termination.EVALUATION_LIMIT);
  }

  @Test
  void givenGradientOfTheWrongSign_thenStalled() {
    DifferentiableFunction wrong =
        (x, gradient) -> {
          gradient[0] = -2 * x[0];
          return x[0] * x[0];
        };

    VectorMinimum minimum = search.minimize(wrong, new double[] {3});

    assertThat(minimum.termination()).isEqualTo(Termination.STALLED);
    assertThat(minimum.value()).isLessThanOrEqualTo(9);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 17})
  void givenFewEvaluations_thenTheLimitIsKeptAndReported(int allowed) {
    int[] evaluations = {0};
    DifferentiableFunction counting =
        (x, gradient) -> {
          evaluations[0]++;
          return rosenbrock(x, gradient);
        };

    VectorMinimum minimum =
        new LimitedMemoryBfgs(1e-9, allowed, 10).minimize(counting, new double[] {-1.2, 1});

    assertThat(minimum.termination()).isEqualTo(Termination.EVALUATION_LIMIT);
    assertThat(minimum.evaluations()).isEqualTo(evaluations[0]).isLessThanOrEqualTo(allowed);
    assertThat(minimum.value())
        .isLessThanOrEqualTo(rosenbrock(new double[] {-1.2, 1}, new double[2]));
  }

  @Test
  void givenInfiniteBarrier_thenStaysInside() {
    // x − ln(1 − x²) is lowest at 1 − √2.
    DifferentiableFunction barrier =
        (x, gradient) -> {
          double room = 1 - x[0] * x[0];
          gradient[0] = room > 0 ? 1 + 2 * x[0] / room : Double.NaN;
          return room > 0 ? x[0] - Math.log(room) : Double.POSITIVE_INFINITY;
        };

    VectorMinimum minimum = search.minimize(barrier, new double[] {0.999});

    assertThat(minimum.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(minimum.at()[0]).isCloseTo(1 - Math.sqrt(2), within(1e-6));
  }

  @Test
  void givenNaNAtTheStart_thenRefuses() {
    DifferentiableFunction noValue =
        (x, gradient) -> {
          gradient[0] = 1;
          return Double.NaN;
        };
    DifferentiableFunction noSlope =
        (x, gradient) -> {
          gradient[0] = Double.NaN;
          return 1;
        };

    assertThatThrownBy(() -> search.minimize(noValue, new double[1]))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> search.minimize(noSlope, new double[1]))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("NaN");
  }

  @Test
  void givenResult_thenStartAndResultAreCopies() {
    double[] start = {-1.2, 1};
    VectorMinimum minimum = search.minimize(LimitedMemoryBfgsTest::rosenbrock, start);
    minimum.at()[0] = 99;

    assertThat(start).containsExactly(-1.2, 1);
    assertThat(minimum.at()[0]).isNotEqualTo(99);
  }

  @Test
  void givenBadSettings_thenRefuses() {
    assertThatThrownBy(() -> new LimitedMemoryBfgs(0, 10, 10)).hasMessageContaining("positive");
    assertThatThrownBy(() -> new LimitedMemoryBfgs(Double.NaN, 10, 10)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new LimitedMemoryBfgs(1e-6, 0, 10)).hasMessageContaining("0");
    assertThatThrownBy(() -> new LimitedMemoryBfgs(1e-6, 10, 0)).hasMessageContaining("0");
  }

  private static double rosenbrock(double[] x, double[] gradient) {
    double value = 0;
    for (int j = 0; j < x.length; j += 2) {
      double valley = x[j + 1] - x[j] * x[j];
      value += 100 * valley * valley + (1 - x[j]) * (1 - x[j]);
      gradient[j] = -400 * x[j] * valley - 2 * (1 - x[j]);
      gradient[j + 1] = 200 * valley;
    }
    return value;
  }

  private static double logistic(
      double[][] x, int[] y, double penalty, double[] b, double[] gradient) {
    double value = 0;
    for (int j = 0; j < b.length; j++) {
      value += penalty / 2 * b[j] * b[j];
      gradient[j] = penalty * b[j];
    }
    for (int i = 0; i < x.length; i++) {
      double score = 0;
      for (int j = 0; j < b.length; j++) {
        score += b[j] * x[i][j];
      }
      value += Math.log1p(Math.exp(-y[i] * score));
      for (int j = 0; j < b.length; j++) {
        gradient[j] -= y[i] * x[i][j] / (1 + Math.exp(y[i] * score));
      }
    }
    return value;
  }

  private static double[] ones(int size) {
    double[] ones = new double[size];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static JsonNode read(String name) throws IOException {
    try (InputStream file = LimitedMemoryBfgsTest.class.getResourceAsStream("/optim/" + name)) {
      return new ObjectMapper().readTree(file);
    }
  }
}

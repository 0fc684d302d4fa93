package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.optim.Cholesky;

/** N(0, 1) against N(1, 1): the density ratio is exp(x − ½). */
class KernelRatioTest {
  private static final DoubleUnaryOperator TRUE_RATIO = x -> Math.exp(x - 0.5);
  private static final double ALPHA = 0.1;

  static Stream<Arguments> estimators() {
    DoubleUnaryOperator relative =
        x -> TRUE_RATIO.applyAsDouble(x) / (ALPHA * TRUE_RATIO.applyAsDouble(x) + 1 - ALPHA);
    return Stream.of(
        Arguments.of(LeastSquaresRatio.unconstrained(), TRUE_RATIO),
        Arguments.of(LeastSquaresRatio.relative(), relative),
        Arguments.of(new Kliep(), TRUE_RATIO),
        Arguments.of(new CrossFittedClassifier(), TRUE_RATIO));
  }

  @ParameterizedTest
  @MethodSource("estimators")
  void givenShiftedNormals_thenCloseToTheTrueRatio(
      DensityRatioEstimator estimator, DoubleUnaryOperator truth) {
    double[][] validation = FeatureTask.gaussian(300, 2, 0);
    TransferTask task =
        FeatureTask.of(
            FeatureTask.gaussian(900, 1, 0), validation, FeatureTask.gaussian(900, 3, 1));

    double[] weights = estimator.estimate(task).values();

    double error = 0;
    double scale = 0;
    for (int i = 0; i < weights.length; i++) {
      double expected = truth.applyAsDouble(validation[i][0]);
      error += Math.abs(weights[i] - expected);
      scale += expected;
    }
    // Without any estimate, all weights 1, the relative error would be 0.68.
    assertThat(error / scale).isLessThan(0.25);
  }

  @Test
  void givenLeaveOneOutScore_thenAsFittingWithoutEachPair() {
    double[][] source = bumps(FeatureTask.gaussian(30, 4, 0));
    double[][] target = bumps(FeatureTask.gaussian(25, 5, 1));
    double penalty = 0.1;

    double score = LeastSquaresRatio.leaveOneOut(source, target, 0, penalty);

    double sum = 0;
    int pairs = Math.min(source.length, target.length);
    for (int i = 0; i < pairs; i++) {
      double[] theta = fitted(without(source, i), without(target, i), penalty);
      double atSource = dot(theta, source[i]);
      sum += atSource * atSource / 2 - dot(theta, target[i]);
    }
    assertThat(score).isCloseTo(sum / pairs, within(1e-10));
  }

  @Test
  void givenKliep_thenSourceMeanIsOneAndNoBumpWouldHelpMore() {
    double[][] source = bumps(FeatureTask.gaussian(200, 6, 0));
    double[][] target = bumps(FeatureTask.gaussian(200, 7, 1));

    double[] theta = Kliep.solve(source, target);

    double mean = 0;
    for (double value : KernelExpansion.values(source, theta)) {
      mean += value / source.length;
    }
    assertThat(mean).isCloseTo(1, within(1e-9));
    // At the optimum over the simplex no bump, scaled to source mean 1, has a slope above 1.
    double[] ratio = KernelExpansion.values(target, theta);
    for (int l = 0; l < theta.length; l++) {
      double slope = 0;
      double bump = 0;
      for (int i = 0; i < target.length; i++) {
        slope += target[i][l] / ratio[i] / target.length;
      }
      for (double[] row : source) {
        bump += row[l] / source.length;
      }
      assertThat(slope / bump).isLessThan(1.01);
    }
  }

  @Test
  void givenRelativeRatio_thenNeverAboveOneOverAlphaByMuch() {
    TransferTask task =
        FeatureTask.of(
            FeatureTask.gaussian(300, 1, 0),
            FeatureTask.gaussian(300, 2, 0),
            FeatureTask.gaussian(300, 3, 4));

    double[] weights = LeastSquaresRatio.relative().estimate(task).values();

    assertThat(Arrays.stream(weights).max().orElseThrow()).isLessThan(1.2 / ALPHA);
  }

  private static double[][] bumps(double[][] x) {
    double[] centres = {-2, -1, 0, 1, 2, 3};
    double[][] bumps = new double[x.length][centres.length];
    for (int i = 0; i < x.length; i++) {
      for (int l = 0; l < centres.length; l++) {
        bumps[i][l] = Math.exp(-Math.pow(x[i][0] - centres[l], 2) / 2);
      }
    }
    return bumps;
  }

  private static double[][] without(double[][] rows, int left) {
    double[][] kept = new double[rows.length - 1][];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = rows[i < left ? i : i + 1];
    }
    return kept;
  }

  private static double[] fitted(double[][] source, double[][] target, double penalty) {
    int size = source[0].length;
    double[][] h = new double[size][size];
    double[] mean = new double[size];
    for (int l = 0; l < size; l++) {
      for (double[] row : target) {
        mean[l] += row[l] / target.length;
      }
      for (int m = 0; m < size; m++) {
        for (double[] row : source) {
          h[l][m] += row[l] * row[m] / source.length;
        }
      }
      h[l][l] += penalty;
    }
    Cholesky factor = Cholesky.of(h);
    double[] theta = factor.solveUpper(factor.solveLower(mean));
    Arrays.setAll(theta, l -> Math.max(0, theta[l]));
    return theta;
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int l = 0; l < x.length; l++) {
      sum += x[l] * y[l];
    }
    return sum;
  }
}

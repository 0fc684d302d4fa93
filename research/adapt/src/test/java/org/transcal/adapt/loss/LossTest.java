package org.transcal.adapt.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.adapt.tensor.Constants;
import org.transcal.adapt.tensor.Engine;
import org.transcal.adapt.testing.FiniteDifferences;

class LossTest {
  /** Constants reach the engine in single precision. */
  private static final double SINGLE = 1e-6;

  private static NDArray like(NDArray x, int rows, int columns, double... values) {
    return Constants.matrix(x.getManager(), values, rows, columns);
  }

  @Test
  void givenCrossEntropy_thenClosedFormAndGradient() {
    FiniteDifferences loss =
        FiniteDifferences.of(z -> CrossEntropy.mean(z, like(z, 2, 2, 1, 0, 0, 1)));

    // −log σ(1) and −log σ(−3) of two rows whose logits differ by 1 and 3.
    double expected = (Math.log1p(Math.exp(-1)) + Math.log1p(Math.exp(3))) / 2;
    assertThat(loss.value(new double[] {2, 1, 3, 0}, 2, 2)).isCloseTo(expected, within(SINGLE));
    loss.check(FiniteDifferences.random(4, 1), 2, 2);
  }

  @Test
  void givenWeights_thenAnIntegerWeightIsDuplication() {
    double[] twice = {2, 1, 0, 1, 0, 1};
    double[] once = {2, 1, 0, 1};
    FiniteDifferences duplicated =
        FiniteDifferences.of(z -> CrossEntropy.mean(z, like(z, 3, 2, 1, 0, 0, 1, 0, 1)));
    FiniteDifferences weighted =
        FiniteDifferences.of(
            z -> CrossEntropy.weightedMean(z, like(z, 2, 2, 1, 0, 0, 1), like(z, 2, 1, 1, 2)));

    assertThat(weighted.value(once, 2, 2)).isCloseTo(duplicated.value(twice, 3, 2), within(SINGLE));
    weighted.check(once, 2, 2);
  }

  @Test
  void givenEqualLogits_thenEntropyIsThatOfTheUniformDistribution() {
    FiniteDifferences entropy = FiniteDifferences.of(z -> CrossEntropy.entropy(z).sum());

    assertThat(entropy.value(new double[] {1, 1, 1, 1, 1}, 1, 5))
        .isCloseTo(Math.log(5), within(SINGLE));
    entropy.check(FiniteDifferences.random(6, 2), 2, 3);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 1, 2.5})
  void givenGradientReversal_thenSameValueAndOppositeGradient(double coefficient) {
    double[] x = FiniteDifferences.random(6, 3);
    FiniteDifferences plain = FiniteDifferences.of(a -> a.square().sum());
    FiniteDifferences reversed =
        FiniteDifferences.of(a -> GradientReversal.of(a, coefficient).square().sum());

    assertThat(reversed.value(x, 2, 3)).isEqualTo(plain.value(x, 2, 3));
    double[] expected = Arrays.stream(plain.gradient(x, 2, 3)).map(g -> -coefficient * g).toArray();
    assertThat(reversed.gradient(x, 2, 3)).containsExactly(expected, within(SINGLE));
  }

  /** Similarity of two rows by the ratio of their squared distance to the mean one. */
  private static double similarity(double ratio) {
    return DoubleStream.of(4, 2, 1, 0.5, 0.25).map(power -> Math.exp(-power * ratio)).sum();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 50})
  void givenTwoPointsWithTwoRowsEach_thenDiscrepancyIsClosedForm(double distance) {
    FiniteDifferences mmd =
        FiniteDifferences.of(x -> MaximumMeanDiscrepancy.of(GaussianKernels.multiScale(x), 2));

    // Of 12 ordered pairs 8 are d apart and 4 at the same place: the mean is ⅔ d².
    double expected = 2 * 5 - 2 * similarity(1.5);
    assertThat(mmd.value(new double[] {0, 0, distance, distance}, 4, 1))
        .isCloseTo(expected, within(SINGLE));
  }

  @Test
  void givenSamplesThatSwapPlaces_thenDiscrepancyIsTheSame() {
    double[] x = FiniteDifferences.random(8, 9);
    double[] swapped = {x[4], x[5], x[6], x[7], x[0], x[1], x[2], x[3]};
    FiniteDifferences mmd =
        FiniteDifferences.of(a -> MaximumMeanDiscrepancy.of(GaussianKernels.multiScale(a), 2));

    assertThat(mmd.value(swapped, 4, 2)).isCloseTo(mmd.value(x, 4, 2), within(SINGLE));
  }

  @Test
  void givenSamplesOfUnequalSize_thenDiscrepancyIsItsDefinition() {
    double[] x = FiniteDifferences.random(10, 5);
    double bandwidth = 1.68;
    double expected = 0;
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        double square = 0;
        for (int c = 0; c < 2; c++) {
          square += Math.pow(x[2 * i + c] - x[2 * j + c], 2);
        }
        // Samples of 2 and 3 rows: 2, 6 and twice 6 ordered pairs.
        double weight = i == j ? 0 : i < 2 && j < 2 ? 1.0 / 2 : 1.0 / 6;
        expected += (i < 2 == j < 2 ? weight : -weight) * Math.exp(-square / bandwidth);
      }
    }

    FiniteDifferences mmd =
        FiniteDifferences.of(
            a -> MaximumMeanDiscrepancy.of(GaussianKernels.single(a, bandwidth), 2));
    assertThat(mmd.value(x, 5, 2)).isCloseTo(expected, within(SINGLE));
    mmd.check(x, 5, 2);
  }

  @Test
  void givenMultiKernelDiscrepancy_thenGradientHoldsBandwidthsFixed() {
    double[] x = FiniteDifferences.random(12, 6);
    double mean = 0;
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < 6; j++) {
        for (int c = 0; c < 2; c++) {
          mean += Math.pow(x[2 * i + c] - x[2 * j + c], 2) / 30;
        }
      }
    }
    double fixed = mean;
    FiniteDifferences withMeanFixed =
        FiniteDifferences.of(
            a -> {
              NDArray kernel = GaussianKernels.single(a, fixed / 4);
              for (double factor : new double[] {0.5, 1, 2, 4}) {
                kernel = kernel.add(GaussianKernels.single(a, fixed * factor));
              }
              return MaximumMeanDiscrepancy.of(kernel, 3);
            });
    withMeanFixed.check(x, 6, 2);

    assertThat(
            FiniteDifferences.of(a -> MaximumMeanDiscrepancy.of(GaussianKernels.multiScale(a), 3))
                .gradient(x, 6, 2))
        .containsExactly(withMeanFixed.gradient(x, 6, 2), within(SINGLE));
  }

  @Test
  void givenJointKernel_thenTwoPlacesAreClosedFormAndGradientIsRight() {
    FiniteDifferences joint =
        FiniteDifferences.of(
            x ->
                MaximumMeanDiscrepancy.of(
                    GaussianKernels.multiScale(x).mul(GaussianKernels.single(x, 1.68)), 2));

    // Squared distance ½ between the two places; kernels multiply.
    double expected = 2 * 5 - 2 * similarity(1.5) * Math.exp(-0.5 / 1.68);
    double[] places = {0.75, 0.25, 0.75, 0.25, 0.25, 0.75, 0.25, 0.75};
    assertThat(joint.value(places, 4, 2)).isCloseTo(expected, within(SINGLE));
    FiniteDifferences.of(
            z -> {
              NDArray p = z.softmax(1);
              NDArray kernel = GaussianKernels.single(z, 2).mul(GaussianKernels.single(p, 1.68));
              return MaximumMeanDiscrepancy.of(kernel, 2);
            })
        .check(FiniteDifferences.random(12, 7), 4, 3);
  }

  @Test
  void givenDiagonal_thenNuclearNormIsSumOfMagnitudes() {
    assertThat(FiniteDifferences.of(NuclearNorm::of).value(new double[] {3, 0, 0, -4, 0, 0}, 3, 2))
        .isCloseTo(7, within(SINGLE));
  }

  @Test
  void givenCertainAndBalancedPredictions_thenNuclearNormIsTheLargestPossible() {
    double[] predictions = new double[6 * 3];
    for (int i = 0; i < 6; i++) {
      predictions[i * 3 + i % 3] = 1;
    }

    // Six rows in three classes: three singular values of √2.
    assertThat(FiniteDifferences.of(NuclearNorm::of).value(predictions, 6, 3))
        .isCloseTo(3 * Math.sqrt(2), within(SINGLE));
  }

  @Test
  void givenRankOne_thenNuclearNormIsTheLength() {
    double[] x = {1, 2, 2, 4, 3, 6};

    FiniteDifferences norm = FiniteDifferences.of(NuclearNorm::of);
    assertThat(norm.value(x, 3, 2)).isCloseTo(Math.sqrt(70), within(SINGLE));
    assertThat(norm.gradient(x, 3, 2))
        .containsExactly(
            Arrays.stream(x).map(value -> value / Math.sqrt(70)).toArray(), within(SINGLE));
  }

  @Test
  void givenZeros_thenNuclearNormAndGradientAreZero() {
    FiniteDifferences norm = FiniteDifferences.of(NuclearNorm::of);

    assertThat(norm.value(new double[6], 3, 2)).isZero();
    assertThat(norm.gradient(new double[6], 3, 2)).containsOnly(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 7})
  void givenAnyShape_thenGradientOfNuclearNormIsRight(int rows) {
    FiniteDifferences.of(NuclearNorm::of).check(FiniteDifferences.random(4 * rows, rows), rows, 4);
  }

  @Test
  void givenTies_thenTheFirstClassIsTheLargest() {
    try (NDManager manager = Engine.newManager()) {
      NDArray scores = Constants.matrix(manager, new double[] {1, 1, 0, 2, 5, 5}, 2, 3);

      assertThat(OneHot.ofLargest(scores).toDoubleArray()).containsExactly(1, 0, 0, 0, 1, 0);
    }
  }
}

package org.transcal.adapt.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.transcal.adapt.network.Dropout;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.tensor.Constants;
import org.transcal.adapt.tensor.Engine;
import org.transcal.adapt.testing.FiniteDifferences;
import org.transcal.adapt.testing.PlainMatrix;

class MethodLossTest {
  /** Constants reach the engine in single precision. */
  private static final double SINGLE = 1e-6;

  private static NDArray like(NDArray x, int rows, int columns, double... values) {
    return Constants.matrix(x.getManager(), values, rows, columns);
  }

  @Test
  void givenOuterProduct_thenEveryPairOfFactors() {
    try (NDManager manager = Engine.newManager()) {
      NDArray a = Constants.matrix(manager, new double[] {2, 3, 0, 1}, 2, 2);
      NDArray b = Constants.matrix(manager, new double[] {5, 7, 11, 1, 2, 3}, 2, 3);

      assertThat(MultilinearMap.outerProduct(a, b).toDoubleArray())
          .containsExactly(10, 14, 22, 15, 21, 33, 0, 0, 0, 1, 2, 3);
    }
    FiniteDifferences.of(
            x ->
                MultilinearMap.outerProduct(x, x)
                    .mul(like(x, 2, 4, 1, -2, 3, 4, 5, 6, -7, 8))
                    .sum())
        .check(FiniteDifferences.random(4, 4), 2, 2);
  }

  @Test
  void givenMarginDisparity_thenClosedFormAndGradient() {
    // One matrix holds the adversary's scores: the first row is of the source, the second target.
    FiniteDifferences loss =
        FiniteDifferences.of(
            z -> {
              NDArray source = z.split(2, 0).get(0);
              NDArray target = z.split(2, 0).get(1);
              return Mdd.disparity(source, like(z, 1, 2, 1, 0), target, like(z, 1, 2, 0, 1));
            });

    // −4 log σ(1), and −log(1 − σ(2)) with a millionth added to the probability.
    double rest = 1 / (1 + Math.exp(2)) + 1e-6;
    double expected = 4 * Math.log1p(Math.exp(-1)) - Math.log(rest);
    assertThat(loss.value(new double[] {1, 0, 0, 2}, 2, 2)).isCloseTo(expected, within(SINGLE));
    loss.check(FiniteDifferences.random(4, 8), 2, 2);
  }

  @Test
  void givenCertainAdversary_thenMarginDisparityStaysFinite() {
    FiniteDifferences loss =
        FiniteDifferences.of(z -> Mdd.disparity(z, like(z, 1, 2, 1, 0), z, like(z, 1, 2, 1, 0)));

    assertThat(loss.value(new double[] {500, -500}, 1, 2)).isFinite().isLessThan(20);
    assertThat(loss.gradient(new double[] {500, -500}, 1, 2)).doesNotContain(Double.NaN);
  }

  @Test
  void givenFeatureNorm_thenStepSquaredAndGradientAlongTheFeatures() {
    FiniteDifferences growth = FiniteDifferences.of(f -> Afn.growth(f, 0.5));

    double[] x = {3, 4, 0, 2};
    assertThat(growth.value(x, 2, 2)).isCloseTo(0.25, within(SINGLE));
    // −2 · 0.5 · f/‖f‖ / 2 rows.
    assertThat(growth.gradient(x, 2, 2))
        .containsExactly(new double[] {-0.3, -0.4, 0, -0.5}, within(SINGLE));
    assertThat(growth.gradient(new double[4], 2, 2)).containsExactly(new double[4], within(SINGLE));
  }

  @Test
  void givenTwoClassifiers_thenDiscrepancyIsTheMeanDistanceOfPredictions() {
    FiniteDifferences discrepancy =
        FiniteDifferences.of(z -> Mcd.discrepancy(z.split(2, 0).get(0), z.split(2, 0).get(1)));

    // σ(1) against σ(−2), in both classes.
    double expected = 1 / (1 + Math.exp(-1)) - 1 / (1 + Math.exp(2));
    assertThat(discrepancy.value(new double[] {1, 0, 0, 2}, 2, 2))
        .isCloseTo(expected, within(SINGLE));
    discrepancy.check(FiniteDifferences.random(12, 3), 4, 3);
  }

  @Test
  void givenMeanPredictions_thenImbalanceIsLeastIfTheyAreUniform() {
    FiniteDifferences imbalance = FiniteDifferences.of(Mcd::imbalance);

    // Two opposite rows have uniform mean predictions, one row alone does not.
    assertThat(imbalance.value(new double[] {3, 0, 0, 3}, 2, 2))
        .isCloseTo(-Math.log(0.5 + 1e-6), within(SINGLE));
    assertThat(imbalance.value(new double[] {3, 0}, 1, 2)).isGreaterThan(1.5);
    imbalance.check(FiniteDifferences.random(6, 2), 2, 3);
  }

  @Test
  void givenTwoClassifiers_thenEachSeesItsHalfAndTheKeptOneIsTheirMean() {
    try (NDManager manager = Engine.newManager()) {
      Mcd mcd = new Mcd(new LayerFactory(manager, new SplittableRandom(1), 4, 2));
      Layer first = Layer.of(manager, LayerWeights.random(4, 2, new SplittableRandom(2)));
      NDArray features = Constants.matrix(manager, FiniteDifferences.random(12, 3), 3, 4);
      NDArray single = features.toType(DataType.FLOAT32, false);
      NDArray firstHalf = single.mul(Constants.vector(manager, new float[] {1, 1, 0, 0}));
      NDArray secondHalf = single.mul(Constants.vector(manager, new float[] {0, 0, 1, 1}));

      NDArray ofFirst = mcd.logits(single, first);
      NDArray ofSecond = mcd.layers().get(0).apply(secondHalf);
      NDArray kept = Layer.of(manager, mcd.classifier(first.weights())).apply(single);

      assertThat(ofFirst.toFloatArray()).containsExactly(first.apply(firstHalf).toFloatArray());
      assertThat(kept.toFloatArray())
          .containsExactly(
              Constants.times(ofFirst.add(ofSecond), 0.5).toFloatArray(), within(1e-5f));
    }
  }

  @Test
  void givenDropout_thenFeatureNormTrainsOnFeaturesOfTheExpectedSquaredNorm() {
    try (NDManager manager = Engine.newManager()) {
      double rate = 0.25;
      NDArray ones = manager.ones(new Shape(1, 40_000));

      NDArray dropped = Dropout.of(rate, new SplittableRandom(1)).apply(ones);
      float square = new Afn().afterDropout(dropped, rate).square().mean().getFloat();

      // The standard deviation of the mean is √(p/(1 − p)/40000) = 0.003.
      assertThat(square).isCloseTo(1, within(0.015f));
    }
  }

  @Test
  void givenMeans_thenTheirSquaredDistanceAndGradient() {
    FiniteDifferences distance =
        FiniteDifferences.of(
            f -> PlainLosses.meanDistance(f.split(2, 0).get(0), f.split(2, 0).get(1)));

    // Means (2, 0) and (−1, 4).
    assertThat(distance.value(new double[] {1, 0, 3, 0, -1, 3, -1, 5}, 4, 2))
        .isCloseTo(25, within(SINGLE));
    distance.check(FiniteDifferences.random(8, 5), 4, 2);
  }

  @Test
  void givenScaledFeatures_thenTheirRelativeDistanceStays() {
    FiniteDifferences relative =
        FiniteDifferences.of(
            f -> PlainLosses.relativeDistance(f.split(2, 0).get(0), f.split(2, 0).get(1), f));

    // Mean of all (0.5, 2): squared deviations 4.25, 10.25, 3.25 and 11.25.
    assertThat(relative.value(new double[] {1, 0, 3, 0, -1, 3, -1, 5}, 4, 2))
        .isCloseTo(25 / 7.25, within(SINGLE));
    assertThat(relative.value(new double[] {2, 0, 6, 0, -2, 6, -2, 10}, 4, 2))
        .isCloseTo(25 / 7.25, within(SINGLE));
    assertThat(relative.value(new double[8], 4, 2)).isZero();
    relative.check(FiniteDifferences.random(8, 5), 4, 2);
  }

  @Test
  void givenFusedFeatures_thenGradientOfTheirDiscrepancyHoldsBandwidthsFixed() {
    PlainMatrix logits = new PlainMatrix(4, 2, new double[] {1, 0, 0, 1, 1, 0, 0, 1});
    double[] x = FiniteDifferences.random(16, 6);
    FiniteDifferences loss =
        FiniteDifferences.of(z -> Rtn.discrepancy(like(z, 4, 2, logits.values()), z, 2));
    PlainMatrix held = logits.outerProduct(new PlainMatrix(4, 4, x));

    loss.checkAgainst(
        moved ->
            PlainObjective.discrepancy(
                PlainObjective.multiScale(logits.outerProduct(new PlainMatrix(4, 4, moved)), held)),
        x,
        4,
        4);
  }

  @Test
  void givenManyClasses_thenTheMapIsRandomAndKeepsInnerProducts() {
    try (NDManager manager = Engine.newManager()) {
      LayerFactory large = new LayerFactory(manager, new SplittableRandom(3), 64, 65);
      MultilinearMap map = new MultilinearMap(large);
      NDArray a = manager.ones(new Shape(1, 65));
      NDArray b = manager.ones(new Shape(1, 64));

      NDArray seen = map.apply(a, b);

      assertThat(map.width()).isEqualTo(MultilinearMap.RANDOM_WIDTH);
      // ‖a ⊗ b‖² = 65 · 64; the relative standard deviation is √(8/1024) = 0.09.
      double square = seen.square().sum().getFloat();
      assertThat(square / (65 * 64)).isCloseTo(1, within(0.3));
      LayerFactory small = new LayerFactory(manager, new SplittableRandom(3), 64, 64);
      assertThat(new MultilinearMap(small).width()).isEqualTo(4096);
    }
  }

  @Test
  void givenDiscriminator_thenGradientWithRespectToItsInputs() {
    try (NDManager manager = Engine.newManager()) {
      LayerFactory layers = new LayerFactory(manager, new SplittableRandom(1), 3, 2);
      Layer layer = layers.newLayer(3, 1);
      FiniteDifferences.of(
              x ->
                  Discriminator.loss(
                      x.matMul(layer.parameters().get(0).toType(x.getDataType(), false)),
                      2,
                      like(x, 4, 1, 0.25, 0.25, 0.25, 0.25)))
          .check(FiniteDifferences.random(12, 4), 4, 3);
    }
  }
}

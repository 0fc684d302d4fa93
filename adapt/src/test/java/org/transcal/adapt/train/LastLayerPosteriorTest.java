package org.transcal.adapt.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.loss.GaussianDivergence;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.tensor.Constants;
import org.transcal.adapt.tensor.Engine;
import org.transcal.adapt.testing.FiniteDifferences;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

class LastLayerPosteriorTest {
  private static final double SINGLE = 1e-6;
  private static final LayerWeights FLAT =
      new LayerWeights(1, 2, new float[] {0, 0}, new float[] {0, 0});

  private static NDArray like(NDArray x, int rows, int columns, double... values) {
    return Constants.matrix(x.getManager(), values, rows, columns);
  }

  @Test
  void givenMeansAndDeviations_thenDivergenceIsClosedFormAndGradientIsRight() {
    FiniteDifferences divergence =
        FiniteDifferences.of(
            x -> GaussianDivergence.fromStandard(x.split(2, 0).get(0), x.split(2, 0).get(1)));

    // μ = 1, σ = 2: ½ (4 + 1 − 1 − ln 4); the standard distribution itself has 0.
    double expected = 0.5 * (4 - Math.log(4));
    assertThat(divergence.value(new double[] {1, 0, Math.log(2), 0}, 2, 2))
        .isCloseTo(expected, within(SINGLE));
    divergence.check(FiniteDifferences.random(6, 2), 2, 3);
  }

  @Test
  void givenNoise_thenGradientOfTheLossIsRightAfterCollections() {
    // Rows 1 and 2 are mean weights, 3 and 4 logs of deviations, of two features and two classes.
    FiniteDifferences.of(
            w -> {
              List<NDArray> parts = w.split(2, 0);
              NDArray none = like(w, 1, 2, 0, 0);
              NDArray x = like(w, 3, 2, 1, -0.5, 0.3, 2, -1, 0.7);
              NDArray noise = like(w, 3, 2, 0.4, -1, 1.3, 0.2, -0.6, 0.1);
              NDArray logits =
                  LastLayerPosterior.logits(
                      x, List.of(parts.get(0), none, parts.get(1), none), noise);
              System.gc();
              return CrossEntropy.mean(logits, like(w, 3, 2, 1, 0, 0, 1, 1, 0));
            })
        .check(FiniteDifferences.random(8, 4), 4, 2);
  }

  @Test
  void givenKnownDistribution_thenSamplesHaveItsMoments() {
    LayerWeights logs =
        new LayerWeights(
            1, 2, new float[] {(float) Math.log(0.5), -40}, new float[] {-40, (float) Math.log(2)});
    LastLayerPosterior posterior = new LastLayerPosterior(FLAT, logs);
    SplittableRandom random = new SplittableRandom(1);
    Matrix row = Matrix.wrap(new float[] {3}, 1, 1);

    double first = 0;
    double second = 0;
    for (int i = 0; i < 10_000; i++) {
      Matrix logits = posterior.sampleLogits(row, random);
      first += Math.pow(logits.get(0, 0), 2) / 10_000;
      second += Math.pow(logits.get(0, 1), 2) / 10_000;
    }

    // Standard deviations 3 · 0.5 and 2; the relative error of a variance is √(2/10,000).
    assertThat(first).isCloseTo(2.25, within(0.15));
    assertThat(second).isCloseTo(4, within(0.3));
  }

  @Test
  void givenMoreRows_thenThePosteriorIsNarrowerAndLearnsTheClasses() {
    LastLayerPosterior few = fitted(20);
    LastLayerPosterior many = fitted(2000);

    assertThat(spread(many)).isLessThan(spread(few));
    Matrix logits = many.sampleLogits(Matrix.wrap(new float[] {4}, 1, 1), new SplittableRandom(1));
    assertThat(logits.get(0, 1)).isGreaterThan(logits.get(0, 0));
    assertThat(fitted(20).sampleLogits(Matrix.wrap(new float[] {1}, 1, 1), new SplittableRandom(1)))
        .isEqualTo(few.sampleLogits(Matrix.wrap(new float[] {1}, 1, 1), new SplittableRandom(1)));
  }

  /** The variance of logits far out. */
  private static double spread(LastLayerPosterior posterior) {
    SplittableRandom random = new SplittableRandom(5);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < 1000; i++) {
      double logit = posterior.sampleLogits(Matrix.wrap(new float[] {5}, 1, 1), random).get(0, 0);
      sum += logit / 1000;
      squares += logit * logit / 1000;
    }
    return squares - sum * sum;
  }

  /** Two classes at ±1 with noise. */
  private static LastLayerPosterior fitted(int rows) {
    SplittableRandom random = new SplittableRandom(3);
    float[] features = new float[rows];
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      labels[i] = i % 2;
      features[i] = (float) (2 * labels[i] - 1 + random.nextGaussian());
    }
    return Engine.withManager(
        manager ->
            LastLayerPosterior.fit(
                manager,
                FLAT,
                Matrix.wrap(features, rows, 1),
                Labels.copyOf(labels, 2),
                new SplittableRandom(7)));
  }
}

package org.transcal.adapt.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.tensor.Engine;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

class LastLayerPosteriorTest {
  private static final LayerWeights FLAT =
      new LayerWeights(1, 2, new float[] {0, 0}, new float[] {0, 0});

  /** Percent by which stochastic estimates of a precision may differ from its optimum. */
  private static final Percentage OPTIMAL = Percentage.withPercentage(10);

  private static final int DRAWS = 100;

  @Test
  void givenAFit_thenTheBoundIsStationary() {
    int rows = 300;
    double[] x = features(rows);

    LastLayerPosterior posterior = fitted(rows, FLAT);

    // Of class 1; all expectations are over the logits' distributions.
    double prior = (Arrays.stream(x).map(value -> value * value).average().orElseThrow() + 1) / 9;
    double gradient = prior * posterior.means().weight()[1];
    double precision = prior;
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < rows; i++) {
      Matrix row = Matrix.wrap(new float[] {(float) x[i]}, 1, 1);
      LastLayerPosterior.RowLogits logits = posterior.logits(row);
      for (int draw = 0; draw < DRAWS; draw++) {
        Matrix z = logits.sample(random);
        double p = 1 / (1 + Math.exp(z.get(0, 0) - z.get(0, 1)));
        gradient += x[i] * (p - i % 2) / DRAWS;
        precision += x[i] * x[i] * p * (1 - p) / DRAWS;
      }
    }
    assertThat(1 / Math.pow(posterior.deviations().weight()[1], 2)).isCloseTo(precision, OPTIMAL);
    // In deviations of the posterior: the mean is closer to the optimum than its own uncertainty.
    assertThat(gradient * posterior.deviations().weight()[1]).isCloseTo(0, within(0.2));
  }

  @Test
  void givenAnotherStart_thenThePosteriorIsTheSame() {
    LayerWeights far = new LayerWeights(1, 2, new float[] {2, -2}, new float[] {1, 0});

    LastLayerPosterior first = fitted(300, FLAT);
    LastLayerPosterior second = fitted(300, far);

    assertThat((double) second.deviations().weight()[1])
        .isCloseTo(first.deviations().weight()[1], OPTIMAL);
    assertThat((double) second.means().weight()[1])
        .isCloseTo(first.means().weight()[1], within(0.2 * first.deviations().weight()[1]));
  }

  @Test
  void givenKnownDistribution_thenSamplesHaveItsMoments() {
    LayerWeights deviations = new LayerWeights(1, 2, new float[] {0.5f, 0}, new float[] {0, 2});
    LastLayerPosterior posterior = new LastLayerPosterior(FLAT, deviations);
    SplittableRandom random = new SplittableRandom(1);
    Matrix row = Matrix.wrap(new float[] {3}, 1, 1);

    double first = 0;
    double second = 0;
    for (int i = 0; i < 10_000; i++) {
      Matrix logits = posterior.logits(row).sample(random);
      first += Math.pow(logits.get(0, 0), 2) / 10_000;
      second += Math.pow(logits.get(0, 1), 2) / 10_000;
    }

    // Standard deviations 3 · 0.5 and 2; the relative error of a variance is √(2/10,000).
    assertThat(first).isCloseTo(2.25, within(0.15));
    assertThat(second).isCloseTo(4, within(0.3));
  }

  @Test
  void givenMoreRows_thenThePosteriorIsNarrowerAndLearnsTheClasses() {
    LastLayerPosterior few = fitted(20, FLAT);
    LastLayerPosterior many = fitted(2000, FLAT);

    assertThat(many.isUsable()).isTrue();
    assertThat(spread(many)).isLessThan(spread(few));
    Matrix logits = many.logits(Matrix.wrap(new float[] {4}, 1, 1)).sample(new SplittableRandom(1));
    assertThat(logits.get(0, 1)).isGreaterThan(logits.get(0, 0));
    assertThat(
            fitted(20, FLAT)
                .logits(Matrix.wrap(new float[] {1}, 1, 1))
                .sample(new SplittableRandom(1)))
        .isEqualTo(few.logits(Matrix.wrap(new float[] {1}, 1, 1)).sample(new SplittableRandom(1)));
  }

  @Test
  void givenWeightsThatDiverged_thenNotUsable() {
    LayerWeights missing = new LayerWeights(1, 2, new float[] {0, Float.NaN}, new float[] {0, 0});

    assertThat(new LastLayerPosterior(FLAT, FLAT).isUsable()).isTrue();
    assertThat(new LastLayerPosterior(FLAT, missing).isUsable()).isFalse();
    assertThat(new LastLayerPosterior(missing, FLAT).isUsable()).isFalse();
  }

  /** The variance of logits far out. */
  private static double spread(LastLayerPosterior posterior) {
    SplittableRandom random = new SplittableRandom(5);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < 1000; i++) {
      double logit = posterior.logits(Matrix.wrap(new float[] {5}, 1, 1)).sample(random).get(0, 0);
      sum += logit / 1000;
      squares += logit * logit / 1000;
    }
    return squares - sum * sum;
  }

  /** Classes take turns at −1 and 1, with noise. */
  private static double[] features(int rows) {
    SplittableRandom random = new SplittableRandom(3);
    return IntStream.range(0, rows)
        .mapToDouble(i -> (float) (2 * (i % 2) - 1 + random.nextGaussian()))
        .toArray();
  }

  private static LastLayerPosterior fitted(int rows, LayerWeights start) {
    Matrix features = Matrix.wrap(features(rows), rows, 1);
    Labels labels = Labels.copyOf(IntStream.range(0, rows).map(i -> i % 2).toArray(), 2);
    return Engine.withManager(
        manager ->
            LastLayerPosterior.fit(manager, start, features, labels, new SplittableRandom(7)));
  }
}

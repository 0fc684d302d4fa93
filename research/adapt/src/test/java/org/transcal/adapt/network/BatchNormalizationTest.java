package org.transcal.adapt.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.transcal.adapt.tensor.Constants;
import org.transcal.adapt.tensor.Engine;

class BatchNormalizationTest {
  private static final float SINGLE = 1e-3f;

  /** Two source rows, then two target rows, of one channel. */
  private static final float[] ROWS = {1, 3, 10, 30};

  /** The same with three columns. */
  private static final float[] FEATURE_ROWS = {1, 2, 3, 4, 5, 7, 0, 1, 5, 6, 1, 2};

  @Test
  void givenTwoDomains_thenEachIsStandardizedByItself() {
    try (NDManager manager = Engine.newManager()) {
      BatchNormalization batch = new BatchNormalization(manager, 1, false);

      NDArray outputs = batch.apply(Constants.matrix(manager, ROWS, 4, 1));

      assertThat(outputs.toFloatArray())
          .containsExactly(new float[] {-1, 1, -1, 1}, within(SINGLE));
    }
  }

  @Test
  void givenFoldedLayer_thenItNormalizesByRunningStatistics() {
    try (NDManager manager = Engine.newManager()) {
      BatchNormalization batch = new BatchNormalization(manager, 1, false);
      batch.apply(Constants.matrix(manager, ROWS, 4, 1));
      LayerWeights identity = new LayerWeights(1, 1, new float[] {1}, new float[] {0});

      LayerWeights source = batch.foldedForSource(identity);
      LayerWeights target = batch.foldedForTarget(identity);

      // Source: mean 2, unbiased variance 2; target: mean 20, variance 200.
      float root = (float) Math.sqrt(2);
      assertThat(source.weight()[0]).isCloseTo(1 / root, within(SINGLE));
      assertThat(source.bias()[0]).isCloseTo(-2 / root, within(SINGLE));
      assertThat(target.weight()[0]).isCloseTo(0.1f / root, within(SINGLE));
      assertThat(target.bias()[0]).isCloseTo(-2 / root, within(SINGLE));
    }
  }

  @Test
  void givenTransNorm_thenChannelsThatAgreeCountMore() {
    try (NDManager manager = Engine.newManager()) {
      BatchNormalization transfer = new BatchNormalization(manager, 2, true);
      // The first channel is the same in both domains; μ/σ of the second is 0 or 10/√2 apart.
      transfer.apply(Constants.matrix(manager, new float[] {1, -1, 3, 1, 1, 9, 3, 11}, 4, 2));

      double[] alpha = transfer.transferability();

      double other = 1 / (1 + 10 / Math.sqrt(2));
      assertThat(alpha[0]).isCloseTo(2 / (1 + other), within(1e-3));
      assertThat(alpha[1]).isCloseTo(2 * other / (1 + other), within(1e-3));
    }
  }

  @Test
  void givenNormalizedRows_thenGradientMatchesDifferences() {
    SplittableRandom random = new SplittableRandom(5);
    float[] x = new float[16];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian();
    }
    float[] gradient;
    try (NDManager manager = Engine.newManager()) {
      NDArray rows = Constants.matrix(manager, x, 8, 2);
      rows.setRequiresGradient(true);
      try (GradientCollector collector = Engine.newGradientCollector()) {
        NDArray loss = loss(manager, rows);
        System.gc();
        collector.backward(loss);
      }
      gradient = rows.getGradient().toFloatArray();
    }
    for (int i = 0; i < x.length; i++) {
      float step = 1e-2f;
      float[] above = x.clone();
      float[] below = x.clone();
      above[i] += step;
      below[i] -= step;
      assertThat(gradient[i]).isCloseTo((value(above) - value(below)) / (2 * step), within(1e-2f));
    }
  }

  private static float value(float[] x) {
    try (NDManager manager = Engine.newManager()) {
      return loss(manager, Constants.matrix(manager, x, 8, 2)).getFloat();
    }
  }

  private static NDArray loss(NDManager manager, NDArray rows) {
    BatchNormalization batch = new BatchNormalization(manager, 2, false);
    float[] factors = {1, -2, 0.5f, 1, 2, 0, -1, 1, 0, 1, 1, 2, -1, 1, 3, 1};
    return batch.apply(rows).square().mul(Constants.matrix(manager, factors, 8, 2)).sum();
  }

  @Test
  void givenNormalizedEncoder_thenItsWeightsDifferByDomainAndHaveTheSameShape() {
    try (NDManager manager = Engine.newManager()) {
      LayeredEncoder start = LayeredEncoder.random(3, List.of(4, 2), new SplittableRandom(1));
      Encoder encoder = start.in(manager, Normalization.TRANSNORM);
      encoder.features(Constants.matrix(manager, FEATURE_ROWS, 4, 3), Dropout.off());

      assertThat(encoder.weights()).isNotEqualTo(encoder.sourceWeights());
      assertThat(encoder.weights().features()).isEqualTo(2);
      assertThat(encoder.parameters()).hasSize(8);
      assertThat(encoder.weights().isFinite()).isTrue();
    }
  }

  @Test
  void givenFeaturesOnly_thenTheLastLayerAloneIsNormalized() {
    try (NDManager manager = Engine.newManager()) {
      LayeredEncoder start = LayeredEncoder.random(3, List.of(4, 2), new SplittableRandom(1));
      Encoder encoder = start.in(manager, Normalization.FEATURES);
      encoder.features(Constants.matrix(manager, FEATURE_ROWS, 4, 3), Dropout.off());

      LayeredEncoder source = (LayeredEncoder) encoder.sourceWeights();

      assertThat(source.layers().get(0)).isEqualTo(start.layers().get(0));
      assertThat(source.layers().get(1)).isNotEqualTo(start.layers().get(1));
      assertThat(encoder.parameters()).hasSize(6);
      assertThat(encoder.lastLayerParameters()).hasSize(4);
    }
  }
}

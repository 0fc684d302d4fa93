package org.transcal.adapt.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDManager;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.transcal.adapt.tensor.Constants;
import org.transcal.adapt.tensor.Engine;
import org.transcal.io.dataset.ImageShape;

class LayeredEncoderTest {
  private static final ImageShape SHAPE = new ImageShape(2, 5, 4);

  private static float[] random(int length) {
    SplittableRandom random = new SplittableRandom(3);
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = (float) (2 * random.nextDouble() - 1);
    }
    return values;
  }

  /** Convolution, ReLU and pooling of one image by plain loops. */
  private static double[] block(float[] image, LayerWeights kernel) {
    double[] pooled = new double[kernel.outputs() * 2 * 2];
    for (int out = 0; out < kernel.outputs(); out++) {
      for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) {
          double sum = kernel.bias()[out];
          for (int tap = 0; tap < kernel.inputs(); tap++) {
            int channel = tap / 9;
            int row = y + tap % 9 / 3 - 1;
            int column = x + tap % 3 - 1;
            if (row >= 0 && row < 5 && column >= 0 && column < 4) {
              sum +=
                  image[(channel * 5 + row) * 4 + column]
                      * kernel.weight()[tap * kernel.outputs() + out];
            }
          }
          int cell = (out * 2 + y / 2) * 2 + x / 2;
          pooled[cell] = Math.max(pooled[cell], sum);
        }
      }
    }
    return pooled;
  }

  @Test
  void givenAnImage_thenFeaturesAreThoseOfPlainLoops() {
    LayeredEncoder encoder =
        LayeredEncoder.random(SHAPE, List.of(3), List.of(4), new SplittableRandom(1));
    float[] image = random(SHAPE.size());

    float[] features =
        Engine.withManager(
            manager ->
                encoder
                    .in(manager, Normalization.NONE)
                    .features(Constants.matrix(manager, image, 1, image.length), Dropout.off())
                    .toFloatArray());

    double[] pooled = block(image, encoder.convolutions().get(0));
    LayerWeights layer = encoder.layers().get(0);
    for (int j = 0; j < 4; j++) {
      double sum = layer.bias()[j];
      for (int i = 0; i < pooled.length; i++) {
        sum += pooled[i] * layer.weight()[i * 4 + j];
      }
      assertThat((double) features[j]).isCloseTo(Math.max(0, sum), within(1e-5));
    }
  }

  @Test
  void givenTraining_thenWeightsComeBackAsTheyWere() {
    LayeredEncoder encoder =
        LayeredEncoder.random(SHAPE, List.of(3, 2), List.of(4), new SplittableRandom(1));

    try (NDManager manager = Engine.newManager()) {
      assertThat(encoder.in(manager, Normalization.NONE).weights()).isEqualTo(encoder);
    }
  }

  @Test
  void givenWeightsThatDoNotFit_thenRefused() {
    SplittableRandom random = new SplittableRandom(1);
    LayerWeights kernel = LayerWeights.random(18, 3, random);

    assertThatThrownBy(
            () ->
                new LayeredEncoder(
                    Optional.of(SHAPE),
                    List.of(kernel),
                    LayeredEncoder.random(13, List.of(4), random).layers()))
        .hasMessageContaining("Convolutions end with 3 × 2 × 2, and layers have 13 inputs");
    assertThatThrownBy(
            () ->
                new LayeredEncoder(
                    Optional.of(SHAPE),
                    List.of(kernel, kernel),
                    LayeredEncoder.random(3, List.of(4), random).layers()))
        .hasMessageContaining("Convolutions do not fit together");
    assertThatThrownBy(() -> new LayeredEncoder(Optional.empty(), List.of(kernel), List.of(kernel)))
        .hasMessageContaining("for images only, a convolution");
  }

  @Test
  void givenLargeImages_thenFewAreComputedAtOnce() {
    LayeredEncoder small =
        LayeredEncoder.random(SHAPE, List.of(3), List.of(4), new SplittableRandom(1));
    LayeredEncoder large =
        LayeredEncoder.random(
            new ImageShape(3, 256, 256), List.of(16), List.of(1), new SplittableRandom(1));

    assertThat(small.rowsAtOnce()).isEqualTo(512);
    // 2²³ values of 16 × 256 × 256 each.
    assertThat(large.rowsAtOnce()).isEqualTo(8);
  }
}

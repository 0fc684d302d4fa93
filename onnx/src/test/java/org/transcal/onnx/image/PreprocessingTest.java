package org.transcal.onnx.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.onnx.example.Pictures;
import org.transcal.onnx.image.Preprocessing.Channels;
import org.transcal.onnx.image.Preprocessing.Layout;

/** Two pixels, (10, 20, 30) and (200, 100, 50), in each form that networks take. */
class PreprocessingTest {
  private static final Geometry AS_IT_IS = new Geometry(new Geometry.Unchanged(), 1, 2);
  private static final double SINGLE = 1e-6;

  @TempDir private Path folder;

  private Path image;

  @BeforeEach
  void draw() {
    BufferedImage two = new BufferedImage(2, 1, BufferedImage.TYPE_3BYTE_BGR);
    two.setRGB(0, 0, 10 << 16 | 20 << 8 | 30);
    two.setRGB(1, 0, 200 << 16 | 100 << 8 | 50);
    image = Pictures.write(two, folder.resolve("two.png"));
  }

  @Test
  void givenChannelsFirst_thenOnePlanePerChannel() throws Exception {
    requireLevels(read(Layout.NCHW, Channels.RGB, three(0), three(1)), 10, 200, 20, 100, 30, 50);
    requireLevels(read(Layout.NCHW, Channels.BGR, three(0), three(1)), 30, 50, 20, 100, 10, 200);
  }

  @Test
  void givenChannelsLast_thenPixelsStayTogether() throws Exception {
    requireLevels(read(Layout.NHWC, Channels.RGB, three(0), three(1)), 10, 20, 30, 200, 100, 50);
    requireLevels(read(Layout.NHWC, Channels.BGR, three(0), three(1)), 30, 20, 10, 50, 100, 200);
  }

  @Test
  void givenGrey_thenItIsTheLuminance() throws Exception {
    // 0.299 R + 0.587 G + 0.114 B.
    requireLevels(
        read(Layout.NCHW, Channels.GREY, new double[] {0}, new double[] {1}), 18.15, 124.2);
  }

  @Test
  void givenMeanAndDeviation_thenEachChannelHasItsOwn() throws Exception {
    float[] values =
        read(Layout.NHWC, Channels.RGB, new double[] {0.1, 0.2, 0.3}, new double[] {0.5, 0.25, 2});

    assertThat(values[0]).isCloseTo((float) ((10 / 255.0 - 0.1) / 0.5), within((float) SINGLE));
    assertThat(values[1]).isCloseTo((float) ((20 / 255.0 - 0.2) / 0.25), within((float) SINGLE));
    assertThat(values[2]).isCloseTo((float) ((30 / 255.0 - 0.3) / 2), within((float) SINGLE));
  }

  @Test
  void givenNumbersThatDoNotFit_thenTheyAreRefused() {
    assertThatThrownBy(
            () -> Preprocessing.of(AS_IT_IS, Layout.NCHW, Channels.GREY, three(0), three(1)))
        .hasMessage("There are 3 means and 3 standard deviations for 1 channel(s)");
    assertThatThrownBy(
            () -> Preprocessing.of(AS_IT_IS, Layout.NCHW, Channels.RGB, three(0), three(0)))
        .hasMessageContaining("the latter above 0");
  }

  private float[] read(Layout layout, Channels channels, double[] mean, double[] deviation)
      throws UnreadableImageException {
    Preprocessing preprocessing = Preprocessing.of(AS_IT_IS, layout, channels, mean, deviation);
    float[] values =
        new float[Math.toIntExact(preprocessing.shape().stream().reduce(1L, Math::multiplyExact))];
    preprocessing.read(image, values, 0);
    return values;
  }

  private static double[] three(double value) {
    return new double[] {value, value, value};
  }

  private static void requireLevels(float[] values, double... levels) {
    assertThat(values).hasSize(levels.length);
    for (int i = 0; i < levels.length; i++) {
      assertThat((double) values[i]).isCloseTo(levels[i] / 255.0, within(SINGLE));
    }
  }
}

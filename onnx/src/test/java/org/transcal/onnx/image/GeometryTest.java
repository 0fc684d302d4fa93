package org.transcal.onnx.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.onnx.example.Pictures;

/** Resized and cropped images have the values that numpy computes by matrices (golden.py). */
class GeometryTest {
  private static final Path NAME = Path.of("picture.png");

  /** Of 255 levels: golden.txt has six decimals, results have single precision. */
  private static final float LEVELS = 2e-5f;

  @Test
  void givenAShorterSide_thenValuesAreThoseOfAnIndependentComputation() throws Exception {
    List<List<String>> cases = Pictures.golden("shorter");
    assertThat(cases).hasSize(7);
    for (List<String> words : cases) {
      int crop = number(words, 3);
      Geometry geometry = new Geometry(new Geometry.ShorterSide(number(words, 2)), crop, crop);

      float[] result = geometry.of(NAME, pixels(number(words, 0), number(words, 1), 1));

      requireGolden(result, crop, words);
    }
  }

  @Test
  void givenBothSides_thenValuesAreThoseOfAnIndependentComputation() throws Exception {
    List<List<String>> cases = Pictures.golden("exactly");
    assertThat(cases).hasSize(2);
    for (List<String> words : cases) {
      String[] sides = words.get(2).split("x");
      int crop = number(words, 3);
      Geometry geometry =
          new Geometry(
              new Geometry.Exactly(Integer.parseInt(sides[0]), Integer.parseInt(sides[1])),
              crop,
              crop);

      float[] result = geometry.of(NAME, pixels(number(words, 0), number(words, 1), 2));

      requireGolden(result, crop, words);
    }
  }

  /** Compares the grid of pixels in golden.txt, which starts with four words. */
  private static void requireGolden(float[] result, int crop, List<String> words) {
    assertThat(result).hasSize(crop * crop * 3);
    int at = 4;
    for (int y = 0; y < crop; y += crop / 5) {
      for (int x = 0; x < crop; x += crop / 5) {
        for (int c = 0; c < 3; c++) {
          assertThat(result[(y * crop + x) * 3 + c])
              .as("%s, row %d, column %d", words.subList(0, 4), y, x)
              .isCloseTo(Float.parseFloat(words.get(at++)), within(LEVELS));
        }
      }
    }
    assertThat(at).isEqualTo(words.size());
  }

  @Test
  void givenNoResize_thenSamplesAreAsStored() throws Exception {
    Pixels image = pixels(31, 20, 3);

    float[] result = new Geometry(new Geometry.Unchanged(), 20, 31).of(NAME, image);

    for (int i = 0; i < result.length; i++) {
      assertThat(result[i]).isEqualTo(image.samples()[i] & 0xff);
    }
  }

  @Test
  void givenAnImageSmallerThanTheCrop_thenItIsNamed() {
    Geometry geometry = new Geometry(new Geometry.Unchanged(), 20, 30);

    assertThatThrownBy(() -> geometry.of(NAME, pixels(29, 20, 0)))
        .isInstanceOf(UnreadableImageException.class)
        .hasMessageContaining("picture.png: has 20×29 pixels")
        .hasMessageContaining("crop of 20×30");
  }

  private static int number(List<String> words, int index) {
    return Integer.parseInt(words.get(index));
  }

  private static Pixels pixels(int width, int height, int seed) {
    BufferedImage image = Pictures.picture(width, height, seed);
    byte[] samples = ((DataBufferByte) image.getRaster().getDataBuffer()).getData().clone();
    for (int i = 0; i < samples.length; i += 3) {
      byte blue = samples[i];
      samples[i] = samples[i + 2];
      samples[i + 2] = blue;
    }
    return new Pixels(width, height, samples);
  }

  @Test
  void givenAVeryThinImage_thenItIsResizedToo() throws Exception {
    Pixels line = new Pixels(9_000_000, 1, new byte[27_000_000]);
    Pixels column = new Pixels(1, 9_000_000, new byte[27_000_000]);
    Arrays.fill(line.samples(), (byte) 7);

    float[] longer = new Geometry(new Geometry.ShorterSide(256), 224, 224).of(NAME, line);
    float[] shorter = new Geometry(new Geometry.Exactly(256, 256), 224, 224).of(NAME, column);

    assertThat(longer).hasSize(224 * 224 * 3).containsOnly(7f);
    assertThat(shorter).containsOnly(0f);
  }
}

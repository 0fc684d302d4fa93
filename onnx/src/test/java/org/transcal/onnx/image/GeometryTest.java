package org.transcal.onnx.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.io.file.Digest;
import org.transcal.onnx.example.Pictures;

/** Resized and cropped images equal Pillow's to the last bit (golden.py). */
class GeometryTest {
  private static final Path NAME = Path.of("picture.png");

  @Test
  void givenAShorterSide_thenEveryPixelIsPillows() throws Exception {
    List<List<String>> cases = Pictures.golden("shorter");
    assertThat(cases).hasSize(7);
    for (List<String> words : cases) {
      int crop = number(words, 3);
      Geometry geometry = new Geometry(new Geometry.ShorterSide(number(words, 2)), crop, crop);

      Pixels result = geometry.of(NAME, pixels(number(words, 0), number(words, 1), 1));

      assertThat(sha256(result)).as(words.toString()).isEqualTo(words.get(4));
    }
  }

  @Test
  void givenBothSides_thenEveryPixelIsPillows() throws Exception {
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

      Pixels result = geometry.of(NAME, pixels(number(words, 0), number(words, 1), 2));

      assertThat(sha256(result)).as(words.toString()).isEqualTo(words.get(4));
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

  private static String sha256(Pixels pixels) {
    Digest digest = new Digest();
    digest.update(pixels.samples(), 0, pixels.samples().length);
    return digest.hex();
  }

  @Test
  void givenAVeryThinImage_thenItIsRefusedIfTooLargeToResize() {
    Pixels line = new Pixels(9_000_000, 1, new byte[27_000_000]);
    Pixels column = new Pixels(1, 9_000_000, new byte[27_000_000]);

    assertThatThrownBy(() -> resized(new Geometry.ShorterSide(256), line))
        .hasMessageContaining("has 1×9000000 pixels (rows × columns), too long and thin");
    assertThatThrownBy(() -> resized(new Geometry.Exactly(256, 256), column))
        .hasMessageContaining("has 9000000×1 pixels (rows × columns), too long and thin");
  }

  private static Pixels resized(Geometry.Resize resize, Pixels image)
      throws UnreadableImageException {
    return new Geometry(resize, 224, 224).of(Path.of("line.png"), image);
  }
}

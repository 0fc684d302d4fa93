package org.transcal.onnx.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import javax.imageio.IIOException;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageReaderSpi;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.onnx.example.Pictures;

/** Images of every kind in, red, green and blue out; what cannot be read is named. */
class ImageDecoderTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"png", "bmp"})
  void givenALosslessFormat_thenSamplesAreAsStored(String format) throws Exception {
    BufferedImage image = Pictures.picture(13, 9, 0);

    Pixels pixels = read(Pictures.write(image, folder.resolve("a." + format)));

    requireSame(pixels, image);
  }

  @Test
  void givenGrey_thenTheLevelIsCopiedNotConverted() throws Exception {
    BufferedImage image = new BufferedImage(4, 1, BufferedImage.TYPE_BYTE_GRAY);
    int[] levels = {0, 60, 128, 255};
    for (int x = 0; x < 4; x++) {
      image.getRaster().setSample(x, 0, 0, levels[x]);
    }

    Pixels pixels = read(Pictures.write(image, folder.resolve("grey.png")));

    for (int x = 0; x < 4; x++) {
      for (int c = 0; c < 3; c++) {
        assertThat(sample(pixels, x, 0, c)).isEqualTo(levels[x]);
      }
    }
  }

  @Test
  void givenSixteenBitColour_thenTheUpperEightAreKept() throws Exception {
    WritableRaster raster = Raster.createInterleavedRaster(DataBuffer.TYPE_USHORT, 1, 1, 3, null);
    raster.setPixel(0, 0, new int[] {0x12ff, 0xfe01, 0x80});
    ColorModel colors =
        new ComponentColorModel(
            ColorSpace.getInstance(ColorSpace.CS_sRGB), false, false, 1, DataBuffer.TYPE_USHORT);
    BufferedImage image = new BufferedImage(colors, raster, false, null);

    Pixels pixels = read(Pictures.write(image, folder.resolve("deep.png")));

    assertThat(sample(pixels, 0, 0, 0)).isEqualTo(0x12);
    assertThat(sample(pixels, 0, 0, 1)).isEqualTo(0xfe);
    assertThat(sample(pixels, 0, 0, 2)).isZero();
  }

  @Test
  void givenAlpha_thenItIsDropped() throws Exception {
    BufferedImage image = new BufferedImage(2, 1, BufferedImage.TYPE_INT_ARGB);
    image.setRGB(0, 0, 0x00112233);
    image.setRGB(1, 0, 0x80aabbcc);

    Pixels pixels = read(Pictures.write(image, folder.resolve("alpha.png")));

    assertThat(sample(pixels, 0, 0, 0)).isEqualTo(0x11);
    assertThat(sample(pixels, 1, 0, 2)).isEqualTo(0xcc);
  }

  @ParameterizedTest
  @ValueSource(strings = {"png", "gif", "bmp"})
  void givenAPalette_thenColoursAreLookedUp(String format) throws Exception {
    BufferedImage image = new BufferedImage(8, 9, BufferedImage.TYPE_BYTE_INDEXED);
    for (int x = 0; x < 8; x++) {
      image.setRGB(x, 1, x % 2 == 0 ? 0xffff0000 : 0xff00ff00);
    }

    Pixels pixels = read(Pictures.write(image, folder.resolve("palette." + format)));

    requireSame(pixels, image);
  }

  @Test
  void givenOneBit_thenItIsBlackOrWhite() throws Exception {
    BufferedImage image = new BufferedImage(9, 2, BufferedImage.TYPE_BYTE_BINARY);
    image.setRGB(8, 1, 0xffffffff);

    Pixels pixels = read(Pictures.write(image, folder.resolve("bits.png")));

    requireSame(pixels, image);
  }

  @Test
  void givenAPhotograph_thenItIsCloseToTheOriginal() throws Exception {
    BufferedImage image = new BufferedImage(64, 48, BufferedImage.TYPE_3BYTE_BGR);
    for (int y = 0; y < 48; y++) {
      for (int x = 0; x < 64; x++) {
        image.setRGB(x, y, (x * 4) << 16 | (y * 5) << 8 | 128);
      }
    }

    Pixels pixels = read(Pictures.write(image, folder.resolve("photo.jpg")));

    // Lossy: smooth ramps come back within a few levels.
    assertThat(sample(pixels, 32, 24, 0)).isBetween(122, 134);
    assertThat(sample(pixels, 32, 24, 1)).isBetween(114, 126);
  }

  @Test
  void givenMorePixelsThanFit_thenTheyAreNeverDecoded() {
    byte[] bomb = png(60_000, 60_000);

    assertThatThrownBy(() -> decode(Path.of("bomb.png"), bomb))
        .isInstanceOf(UnreadableImageException.class)
        .hasMessageContaining("bomb.png: has 60000×60000 pixels");
  }

  /** 69 bytes took 300 MB. */
  @Test
  void givenMorePixelsThanItsBytesCanHold_thenTheyAreNeverDecoded() {
    for (int[] size : new int[][] {{9999, 9999}, {3000, 3000}}) {
      assertThatThrownBy(() -> decode(Path.of("huge.png"), png(size[0], size[1])))
          .isInstanceOf(UnreadableImageException.class)
          .hasMessageContaining(
              "huge.png: is damaged: it states %1$d×%1$d pixels and is too short", size[0]);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"png", "jpg", "gif"})
  void givenAsManyPixelsInAByteAsTheFormatAllows_thenTheyAreRead(String format) throws Exception {
    BufferedImage image = new BufferedImage(3000, 2000, BufferedImage.TYPE_BYTE_BINARY);

    Pixels pixels = read(Pictures.write(image, folder.resolve("black." + format)));

    assertThat(pixels.width()).isEqualTo(3000);
    assertThat(sample(pixels, 2999, 1999, 2)).isZero();
  }

  @Test
  void givenNoImage_thenItIsNamed() throws IOException {
    Path text = Files.writeString(folder.resolve("a.jpg"), "not an image");

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(UnreadableImageException.class)
        .hasMessageContaining("a.jpg: is not a JPEG");
    assertThatThrownBy(() -> read(folder.resolve("b.jpg")))
        .hasMessageContaining("there is no such file");
  }

  @Test
  void givenDamagedImages_thenOnlyTheDamageIsReported() throws Exception {
    SplittableRandom random = new SplittableRandom(4);
    for (String format : new String[] {"png", "jpg", "gif", "bmp"}) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      ImageIO.write(Pictures.picture(20, 20, 3), format, bytes);
      int refused = 0;
      for (int i = 0; i < 300; i++) {
        byte[] damaged = bytes.toByteArray();
        damaged = Arrays.copyOf(damaged, damaged.length / 3 + random.nextInt(damaged.length / 2));
        for (int n = random.nextInt(4); n > 0; n--) {
          damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        try {
          decode(Path.of("damaged"), damaged);
        } catch (UnreadableImageException e) {
          refused++;
          assertThat(e.getMessage()).startsWith("damaged: ").doesNotContain("\n");
        }
      }
      assertThat(refused).as(format).isPositive();
    }
  }

  @Test
  void givenUndocumentedFormats_thenTheyAreRefused() throws Exception {
    byte[] unknown = "OURS".getBytes(StandardCharsets.US_ASCII);
    EveryFormat plugin = new EveryFormat();
    IIORegistry.getDefaultInstance().registerServiceProvider(plugin);
    try {
      assertThatThrownBy(() -> decode(Path.of("a.png"), unknown))
          .isInstanceOf(UnreadableImageException.class)
          .hasMessageContaining("a.png: is not a JPEG, PNG, GIF, BMP, WebP or TIFF image");
      requireSame(decode(Path.of("b.png"), file("png")), Pictures.picture(20, 20, 3));
    } finally {
      IIORegistry.getDefaultInstance().deregisterServiceProvider(plugin);
    }
  }

  private static Pixels read(Path file) throws UnreadableImageException {
    return ImageDecoder.read(file, true);
  }

  private static Pixels decode(Path name, byte[] bytes) throws UnreadableImageException {
    return ImageDecoder.decode(name, bytes, true);
  }

  private static byte[] file(String format) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    assertThat(ImageIO.write(Pictures.picture(20, 20, 3), format, bytes)).isTrue();
    return bytes.toByteArray();
  }

  @Test
  void givenAReaderThatRunsOutOfMemory_thenTheImageIsNotCalledDamaged() {
    IIOException hidden = new IIOException("Caught exception", new OutOfMemoryError());

    assertThatThrownBy(() -> ImageDecoder.unreadable(Path.of("a.png"), hidden))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(ImageDecoder.unreadable(Path.of("a.png"), new IIOException("cut off")))
        .hasMessage("a.png: is damaged: cut off");
  }

  private static int sample(Pixels pixels, int x, int y, int channel) {
    return pixels.samples()[(y * pixels.width() + x) * 3 + channel] & 0xff;
  }

  private static void requireSame(Pixels pixels, BufferedImage image) {
    assertThat(pixels.width()).isEqualTo(image.getWidth());
    assertThat(pixels.height()).isEqualTo(image.getHeight());
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        int rgb =
            sample(pixels, x, y, 0) << 16 | sample(pixels, x, y, 1) << 8 | sample(pixels, x, y, 2);
        assertThat(rgb).isEqualTo(image.getRGB(x, y) & 0xffffff);
      }
    }
  }

  /** A PNG that has only a header. */
  private static byte[] png(int width, int height) {
    byte[] type = "IHDR".getBytes(StandardCharsets.US_ASCII);
    byte[] header =
        ByteBuffer.allocate(17)
            .put(type)
            .putInt(width)
            .putInt(height)
            .put(new byte[] {8, 2, 0, 0, 0})
            .array();
    CRC32 crc = new CRC32();
    crc.update(header);
    return ByteBuffer.allocate(8 + 4 + 17 + 4)
        .put(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10})
        .putInt(13)
        .put(header)
        .putInt((int) crc.getValue())
        .array();
  }

  /** A plug-in that says it can read whatever it is given, and fails when it is asked to. */
  private static final class EveryFormat extends ImageReaderSpi {
    EveryFormat() {
      names = new String[] {"PNG", "png", "ours"};
      inputTypes = new Class<?>[] {ImageInputStream.class};
    }

    @Override
    public boolean canDecodeInput(Object source) {
      return true;
    }

    @Override
    public ImageReader createReaderInstance(Object extension) {
      throw new AssertionError("a reader that is not Java's own was asked");
    }

    @Override
    public String getDescription(Locale locale) {
      return "everything";
    }
  }
}

package org.transcal.onnx.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.SplittableRandom;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.onnx.example.Pictures;

/** WebP, TIFF, print colours, deep grey and turned photographs. */
class BroughtImagesTest {
  /** {@code picture(5, 3, 0)}, saved by Pillow with {@code lossless=True}. */
  private static final byte[] LOSSLESS =
      Base64.getDecoder()
          .decode(
              "UklGRlgAAABXRUJQVlA4TEwAAAAvBIAAAHegoG0UOHUvYAIFbduwsH9T0DYKnLoX0MT8x+PvrdkgaTZIaoskSZKQ"
                  + "ZDYkmY37A0VtpEDfXW5NWMAbFhCFsYj+Rw36bD8A");

  /** The same with {@code quality=10}. */
  private static final byte[] LOSSY =
      Base64.getDecoder()
          .decode(
              "UklGRjIAAABXRUJQVlA4ICYAAACwAQCdASoFAAMAB0CWJQBOgB6W0NzAAP7NfDHL3ex7g4jC3wAAAA==");

  private static final long MEBIBYTE = 1L << 20;

  @Test
  void givenLosslessWebP_thenSamplesAreAsStored() throws Exception {
    requireSame(decode(LOSSLESS), Pictures.picture(5, 3, 0));
  }

  @Test
  void givenAColourProfile_thenItIsIgnored() throws Exception {
    byte[] profile = ICC_Profile.getInstance(ColorSpace.CS_LINEAR_RGB).getData();
    byte[] chunk =
        ByteBuffer.allocate(8 + profile.length + (profile.length & 1))
            .order(ByteOrder.LITTLE_ENDIAN)
            .put("ICCP".getBytes(StandardCharsets.US_ASCII))
            .putInt(profile.length)
            .put(profile)
            .array();
    byte[] image = inserted(webp(5, 3, new byte[0]), 30, chunk);
    image[20] |= 0x20;
    ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN).putInt(4, image.length - 8);

    requireSame(decode(image), Pictures.picture(5, 3, 0));
  }

  @Test
  void givenAnEmptyFile_thenItIsNotAnImage() {
    assertThatThrownBy(() -> decode(new byte[0])).hasMessageStartingWith("a: is not a JPEG");
  }

  @Test
  void givenLossyWebP_thenTheMessageSaysHowToConvertIt() {
    assertThatThrownBy(() -> decode(LOSSY))
        .isInstanceOf(UnreadableImageException.class)
        .hasMessageStartingWith("a: is a lossy WebP image")
        .hasMessageContaining("PIL.Image.open(f).convert(\"RGB\").save(");
  }

  @ParameterizedTest
  @ValueSource(strings = {"None", "LZW", "Deflate", "PackBits", "JPEG"})
  void givenTiff_thenSamplesAreAsStored(String compression) throws Exception {
    BufferedImage image = Pictures.picture(20, 17, 3);

    Pixels pixels = decode(Tiff.compressed(image, compression));

    if (compression.equals("JPEG")) {
      assertThat(pixels.width() * 100 + pixels.height()).isEqualTo(2017);
    } else {
      requireSame(pixels, image);
    }
  }

  @Test
  void givenCmyk_thenInkBecomesLight() throws Exception {
    byte[] jpeg = getClass().getResourceAsStream("cmyk.jpg").readAllBytes();
    byte[] tiff =
        Tiff.of(2, 1, 10, 200, 30, 40, 0, 255, 128, 3)
            .with(262, 5)
            .with(277, 4)
            .with(258, 8)
            .bytes();

    requireRow(decode(jpeg), 0, 208, 46, 191);
    jpeg[6 + 11] = 2; // Adobe's mark of YCCK.
    requireRow(decode(jpeg), 0, 0, 46, 119);
    requireRow(decode(tiff), 0, 207, 46, 190);
    requireRow(decode(tiff), 1, 252, 0, 126);
  }

  @Test
  void givenSixteenBitGrey_thenTheUpperEightAreKept() throws Exception {
    BufferedImage image = new BufferedImage(3, 1, BufferedImage.TYPE_USHORT_GRAY);
    int[] levels = {7, 0x12ff, 0xfe01};
    image.getRaster().setPixels(0, 0, 3, 1, levels);

    for (String format : new String[] {"png", "tiff"}) {
      Pixels pixels = decode(file(image, format));
      requireRow(pixels, 0, 0, 0, 0);
      requireRow(pixels, 1, 0x12, 0x12, 0x12);
      requireRow(pixels, 2, 0xfe, 0xfe, 0xfe);
    }
  }

  @Test
  void givenFloatingPoint_thenTheMessageSaysToConvert() {
    byte[] tiff = Tiff.of(1, 1, 0, 0, 0, 0).with(258, 32).with(262, 1).with(339, 3).bytes();

    assertThatThrownBy(() -> decode(tiff))
        .hasMessageEndingWith("has samples of 32 bits; at most 16 are read, so convert it to 8");
  }

  /** Corner (0, 0) of the stored image and its neighbours are elsewhere in an upright one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void givenAnOrientation_thenTheImageIsUpright(int orientation) throws Exception {
    BufferedImage stored = Pictures.picture(5, 3, 0);
    byte[] exif = Tiff.of(1, 1).with(274, orientation).bytes();

    for (byte[] image :
        new byte[][] {
          inserted(file(stored, "png"), 33, chunk("eXIf", exif)),
          webp(5, 3, exif),
          Tiff.of(stored).with(274, orientation).bytes()
        }) {
      requireTurned(decode(image), stored, orientation);
      requireSame(ImageDecoder.decode(Path.of("a"), image, false), stored);
    }
    Pixels jpeg = decode(inserted(file(stored, "jpg"), 2, segment(exif)));
    assertThat(jpeg.width()).isEqualTo(orientation >= 5 ? 3 : 5);
  }

  @Test
  void givenSizesThatDoNotBelongTogether_thenNothingLargeIsAllocated() {
    byte[] canvas = webp(5, 3, new byte[0]);
    canvas[24] = 0; // One column.
    byte[] wide = Tiff.of(2, 2).with(322, 1 << 30).with(323, 16).bytes();
    byte[] bomb = Tiff.of(60_000, 60_000).bytes();
    byte[] vast = LOSSLESS.clone();
    Arrays.fill(vast, 21, 24, (byte) 0xff);
    vast[24] = 15;

    byte[] tiny = webp(1, 1, new byte[0]); // Of a picture of 16384×16384.
    Arrays.fill(tiny, 39, 42, (byte) 0xff);
    tiny[42] = 15;
    byte[] tiles = Tiff.of(2, 2).with(322, 1 << 15).with(323, 1 << 14).with(324, 8).bytes();

    for (byte[] hostile : new byte[][] {canvas, wide, bomb, vast, tiny, tiles}) {
      long before = allocated();
      try {
        assertThat(decode(hostile).width()).isLessThan(3);
      } catch (UnreadableImageException refused) {
        assertThat(refused).hasMessageStartingWith("a: ");
      }
      assertThat(allocated() - before).isLessThan(8 * MEBIBYTE);
    }
  }

  @Test
  void givenDamagedFiles_thenOnlyTheDamageIsReported() throws Exception {
    SplittableRandom random = new SplittableRandom(4);
    byte[] exif = Tiff.of(1, 1).with(274, 6).bytes();
    BufferedImage picture = Pictures.picture(20, 20, 3);
    byte[][] files = {
      LOSSLESS,
      webp(5, 3, exif),
      Tiff.of(picture).bytes(),
      Tiff.compressed(picture, "LZW"),
      Tiff.compressed(picture, "JPEG"),
      inserted(file(picture, "jpg"), 2, segment(exif)),
      getClass().getResourceAsStream("cmyk.jpg").readAllBytes()
    };
    for (int file = 0; file < files.length; file++) {
      int refused = 0;
      for (int i = 0; i < 300; i++) {
        byte[] damaged = files[file].clone();
        damaged = Arrays.copyOf(damaged, damaged.length - random.nextInt(damaged.length / 2));
        for (int n = random.nextInt(4); n > 0; n--) {
          damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        long before = allocated();
        try {
          decode(damaged);
        } catch (UnreadableImageException e) {
          refused++;
          assertThat(e.getMessage()).startsWith("a: ").doesNotContain("\n");
        }
        assertThat(allocated() - before).as("file %d", file).isLessThan(1024 * MEBIBYTE);
      }
      assertThat(refused).as("file %d", file).isPositive();
    }
  }

  private static Pixels decode(byte[] bytes) throws UnreadableImageException {
    return ImageDecoder.decode(Path.of("a"), bytes, true);
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  private static void requireRow(Pixels pixels, int x, int... rgb) {
    for (int c = 0; c < rgb.length; c++) {
      assertThat(sample(pixels, x, 0, c)).as("x %d, channel %d", x, c).isEqualTo(rgb[c]);
    }
  }

  private static int sample(Pixels pixels, int x, int y, int channel) {
    return pixels.samples()[(y * pixels.width() + x) * 3 + channel] & 0xff;
  }

  private static void requireSame(Pixels pixels, BufferedImage image) {
    requireTurned(pixels, image, 1);
  }

  private static void requireTurned(Pixels pixels, BufferedImage stored, int orientation) {
    int right = stored.getWidth() - 1;
    int bottom = stored.getHeight() - 1;
    assertThat(pixels.width()).isEqualTo(orientation >= 5 ? bottom + 1 : right + 1);
    for (int y = 0; y < pixels.height(); y++) {
      for (int x = 0; x < pixels.width(); x++) {
        int rgb =
            switch (orientation) {
              case 2 -> stored.getRGB(right - x, y);
              case 3 -> stored.getRGB(right - x, bottom - y);
              case 4 -> stored.getRGB(x, bottom - y);
              case 5 -> stored.getRGB(y, x);
              case 6 -> stored.getRGB(y, bottom - x);
              case 7 -> stored.getRGB(right - y, bottom - x);
              case 8 -> stored.getRGB(right - y, x);
              default -> stored.getRGB(x, y);
            };
        for (int c = 0; c < 3; c++) {
          assertThat(sample(pixels, x, y, c)).isEqualTo(rgb >> (16 - 8 * c) & 0xff);
        }
      }
    }
  }

  private static byte[] file(BufferedImage image, String format) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    assertThat(ImageIO.write(image, format, bytes)).isTrue();
    return bytes.toByteArray();
  }

  private static byte[] inserted(byte[] file, int at, byte[] part) {
    return ByteBuffer.allocate(file.length + part.length)
        .put(file, 0, at)
        .put(part)
        .put(file, at, file.length - at)
        .array();
  }

  private static byte[] segment(byte[] exif) {
    return ByteBuffer.allocate(10 + exif.length)
        .putShort((short) 0xffe1)
        .putShort((short) (8 + exif.length))
        .put("Exif\0\0".getBytes(StandardCharsets.US_ASCII))
        .put(exif)
        .array();
  }

  /** A PNG chunk. */
  private static byte[] chunk(String type, byte[] content) {
    byte[] named = inserted(content, 0, type.getBytes(StandardCharsets.US_ASCII));
    java.util.zip.CRC32 crc = new java.util.zip.CRC32();
    crc.update(named);
    return ByteBuffer.allocate(8 + named.length)
        .putInt(content.length)
        .put(named)
        .putInt((int) crc.getValue())
        .array();
  }

  /** {@link #LOSSLESS} in the extended layout, with EXIF data. */
  private static byte[] webp(int width, int height, byte[] exif) {
    byte[] picture = Arrays.copyOfRange(LOSSLESS, 12, LOSSLESS.length);
    int length = 12 + 18 + picture.length + 8 + exif.length;
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(length - 8);
    bytes.put("WEBPVP8X".getBytes(StandardCharsets.US_ASCII)).putInt(10).putInt(8);
    bytes.put(new byte[] {(byte) (width - 1), 0, 0, (byte) (height - 1), 0, 0}).put(picture);
    return bytes
        .put("EXIF".getBytes(StandardCharsets.US_ASCII))
        .putInt(exif.length)
        .put(exif)
        .array();
  }

  /** A TIFF file with one strip of stored bytes. */
  private record Tiff(TreeMap<Integer, Integer> fields, byte[] samples) {
    static Tiff of(int width, int height, int... samples) {
      byte[] bytes = new byte[samples.length];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) samples[i];
      }
      return new Tiff(new TreeMap<>(), bytes)
          .with(256, width)
          .with(257, height)
          .with(258, 8)
          .with(259, 1)
          .with(262, 2)
          .with(273, 8)
          .with(277, bytes.length % 3 == 0 ? 3 : 1)
          .with(278, height)
          .with(279, bytes.length);
    }

    static Tiff of(BufferedImage image) {
      int[] samples = new int[image.getWidth() * image.getHeight() * 3];
      image.getRaster().getPixels(0, 0, image.getWidth(), image.getHeight(), samples);
      return of(image.getWidth(), image.getHeight(), samples);
    }

    static byte[] compressed(BufferedImage image, String compression) throws IOException {
      javax.imageio.ImageWriter writer = ImageIO.getImageWritersByFormatName("tiff").next();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (javax.imageio.stream.ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
        javax.imageio.ImageWriteParam param = writer.getDefaultWriteParam();
        param.setCompressionMode(javax.imageio.ImageWriteParam.MODE_EXPLICIT);
        param.setCompressionType(compression);
        writer.setOutput(out);
        writer.write(null, new javax.imageio.IIOImage(image, null, null), param);
      }
      writer.dispose();
      return bytes.toByteArray();
    }

    Tiff with(int tag, int value) {
      fields.put(tag, value);
      return this;
    }

    byte[] bytes() {
      int directory = 8 + samples.length + (samples.length & 1);
      ByteBuffer bytes =
          ByteBuffer.allocate(directory + 2 + 12 * fields.size() + 4)
              .order(ByteOrder.LITTLE_ENDIAN)
              .put(new byte[] {'I', 'I', 42, 0})
              .putInt(directory)
              .put(samples)
              .position(directory)
              .putShort((short) fields.size());
      fields.forEach(
          (tag, value) ->
              bytes.putShort(tag.shortValue()).putShort((short) 4).putInt(1).putInt(value));
      return bytes.array();
    }
  }
}

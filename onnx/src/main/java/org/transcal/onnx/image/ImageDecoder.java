package org.transcal.onnx.image;

import com.twelvemonkeys.imageio.plugins.tiff.TIFFImageReaderSpi;
import com.twelvemonkeys.imageio.plugins.webp.WebPImageReaderSpi;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageReader;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageReaderSpi;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.transcal.io.file.InputException;

/**
 * Reads images as red, green and blue: colour profiles are ignored, grey is copied to three
 * channels, ink becomes light, of 16 bits the upper eight are kept, alpha is dropped, and only the
 * first frame is read.
 *
 * <p>Dimensions are read first, and images with too many pixels are not decoded.
 */
final class ImageDecoder {
  /** Larger than any photograph; takes 300 MB. */
  static final long MOST_PIXELS = 100_000_000;

  /** Deflate packs 1,032 bytes into one, and a pixel of a PNG may be a single bit. */
  private static final long DEFLATE = 8 * 1032;

  private static final Set<String> OWN_FORMATS = Set.of("JPEG", "PNG", "GIF", "BMP");

  /** Formats in which one colour takes no bytes, so that a short file may have many pixels. */
  private static final List<ImageReaderSpi> OTHERS =
      List.of(new WebPImageReaderSpi(), new TIFFImageReaderSpi());

  private static final int INKS = 4;
  private static final int MOST_READS_PAST_END = 256;
  private static final long LARGEST_FILE = 512L << 20;
  private static final long MEBIBYTE = 1L << 20;

  private ImageDecoder() {}

  /**
   * Reads a file.
   *
   * @param upright whether to apply its EXIF orientation
   */
  static Pixels read(Path file, boolean upright) throws UnreadableImageException {
    byte[] bytes;
    try {
      if (!Files.isRegularFile(file)) {
        throw new UnreadableImageException(file, "there is no such file");
      }
      if (Files.size(file) > LARGEST_FILE) {
        throw new UnreadableImageException(file, "is larger than " + LARGEST_FILE + " bytes");
      }
      bytes = Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UnreadableImageException(file, "cannot be read: " + e.getMessage(), e);
    }
    return decode(file, bytes, upright);
  }

  static Pixels decode(Path name, byte[] bytes, boolean upright) throws UnreadableImageException {
    ImageContainer container = ImageContainer.of(name, bytes);
    try (ImageInputStream stream = new MemoryCacheImageInputStream(new EndingStream(bytes))) {
      ImageReaderSpi format = format(name, stream);
      ImageReader reader = format.createReaderInstance();
      try {
        // Without metadata, which may be hostile too.
        reader.setInput(stream, true, true);
        requireSize(name, reader, OTHERS.contains(format) ? MOST_PIXELS : DEFLATE * bytes.length);
        Pixels stored = decode(name, container, reader);
        return upright ? stored.turned(container.orientation()) : stored;
      } finally {
        reader.dispose();
      }
    } catch (InputException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw unreadable(name, e);
    }
  }

  /**
   * One fixed reader for each format. Others on the class path are ignored: the same file must give
   * the same pixels everywhere.
   */
  private static ImageReaderSpi format(Path name, ImageInputStream stream)
      throws UnreadableImageException {
    List<ImageReaderSpi> formats = new ArrayList<>(OTHERS);
    IIORegistry.getDefaultInstance()
        .getServiceProviders(ImageReaderSpi.class, ImageDecoder::isOwnReader, false)
        .forEachRemaining(formats::add);
    for (ImageReaderSpi format : formats) {
      if (accepts(format, stream)) {
        return format;
      }
    }
    throw new UnreadableImageException(
        name, "is not a JPEG, PNG, GIF, BMP, WebP or TIFF image, or its first bytes are damaged");
  }

  private static boolean accepts(ImageReaderSpi format, ImageInputStream stream) {
    try {
      stream.seek(0);
      return format.canDecodeInput(stream);
    } catch (IOException tooShort) {
      return false;
    }
  }

  private static boolean isOwnReader(Object provider) {
    return provider.getClass().getModule() == IIORegistry.class.getModule()
        && !Collections.disjoint(
            OWN_FORMATS, List.of(((ImageReaderSpi) provider).getFormatNames()));
  }

  /**
   * An image whose reader failed.
   *
   * @throws OutOfMemoryError if that is the hidden cause: the image may be fine
   */
  static UnreadableImageException unreadable(Path name, Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError error) {
        throw error;
      }
    }
    return new UnreadableImageException(name, reason(failure), failure);
  }

  static InputException tooLarge(Path name) {
    return InputException.in(
        name,
        "decoding it takes more memory than is free of the %s MiB that Java may use (java -Xmx sets"
            + " it)",
        Runtime.getRuntime().maxMemory() / MEBIBYTE);
  }

  private static String reason(Exception e) {
    String message = e.getMessage();
    return "is damaged: "
        + (message == null ? e.getClass().getSimpleName() : message.lines().findFirst().orElse(""));
  }

  private static void requireSize(Path name, ImageReader reader, long most)
      throws IOException, UnreadableImageException {
    long width = reader.getWidth(0);
    long height = reader.getHeight(0);
    if (width < 1 || height < 1 || width * height > MOST_PIXELS) {
      throw new UnreadableImageException(
          name, "has %s×%s pixels; at most %s are read", width, height, MOST_PIXELS);
    }
    if (width * height > most) {
      throw new UnreadableImageException(
          name, "is damaged: it states %s×%s pixels and is too short for them", width, height);
    }
    // The decoded image, its samples and upright samples are in memory at the same time.
    if (width * height * (INKS + 2 * Pixels.CHANNELS) > Runtime.getRuntime().maxMemory()) {
      throw tooLarge(name);
    }
  }

  private static Pixels decode(Path name, ImageContainer container, ImageReader reader)
      throws IOException, UnreadableImageException {
    if (!reader.getImageTypes(0).hasNext()) {
      // A JPEG file of four inks, which Photoshop and its like write inverted: as light.
      boolean isYcck = container.isYcck();
      return pixels(
          reader.readRaster(0, null),
          (row, at, c) -> product(isYcck ? 255 - light(row, at, c) : row[at + c], row[at + 3]));
    }
    BufferedImage image = reader.read(0);
    return pixels(image.getRaster(), sampling(name, image));
  }

  /** The value of a channel of the pixel at a position in a row of samples. */
  private interface Sampling {
    int of(int[] row, int at, int channel);
  }

  private static Sampling sampling(Path name, BufferedImage image) throws UnreadableImageException {
    int bands = image.getRaster().getNumBands();
    int bits = image.getSampleModel().getSampleSize(0);
    ColorModel colors = image.getColorModel();
    if (image.getRaster().getTransferType() > DataBuffer.TYPE_USHORT && bits > Short.SIZE) {
      throw new UnreadableImageException(
          name, "has samples of " + bits + " bits; at most 16 are read, so convert it to 8");
    }
    if (colors instanceof IndexColorModel) {
      return (row, at, c) -> colors.getRGB(row[at]) >> (16 - 8 * c);
    }
    int space = colors.getColorSpace().getType();
    if (space == ColorSpace.TYPE_GRAY) {
      return (row, at, c) -> eightBits(row[at], bits);
    }
    if (space == ColorSpace.TYPE_CMYK && bands >= INKS) {
      return (row, at, c) ->
          product(255 - eightBits(row[at + c], bits), 255 - eightBits(row[at + 3], bits));
    }
    if (space == ColorSpace.TYPE_RGB && bands >= Pixels.CHANNELS) {
      int[] each = image.getSampleModel().getSampleSize();
      return (row, at, c) -> eightBits(row[at + c], each[c]);
    }
    throw new UnreadableImageException(
        name, "has " + bands + " channels that are not grey, RGB or CMYK; convert it to RGB");
  }

  private static Pixels pixels(Raster raster, Sampling sampling) {
    int width = raster.getWidth();
    int bands = raster.getNumBands();
    byte[] samples = new byte[Math.multiplyExact(width * raster.getHeight(), Pixels.CHANNELS)];
    int[] row = new int[width * bands];
    int to = 0;
    for (int y = 0; y < raster.getHeight(); y++) {
      raster.getPixels(raster.getMinX(), raster.getMinY() + y, width, 1, row);
      for (int at = 0; at < row.length; at += bands) {
        for (int c = 0; c < Pixels.CHANNELS; c++) {
          samples[to++] = (byte) sampling.of(row, at, c);
        }
      }
    }
    return new Pixels(width, raster.getHeight(), samples);
  }

  /** The upper eight bits; fewer are stretched. */
  private static int eightBits(int sample, int bits) {
    return bits >= 8 ? sample >> (bits - 8) & 0xff : sample * 255 / ((1 << bits) - 1);
  }

  /** a · b / 255, rounded. */
  private static int product(int a, int b) {
    return (a * b + 127) / 255;
  }

  /** A channel of a pixel that is stored as luma, blue and red difference. */
  private static int light(int[] row, int at, int channel) {
    double blue = row[at + 1] - 128;
    double red = row[at + 2] - 128;
    double value =
        row[at]
            + switch (channel) {
              case 0 -> 1.402 * red;
              case 1 -> -0.344136 * blue - 0.714136 * red;
              default -> 1.772 * blue;
            };
    return (int) Math.max(0, Math.min(255, Math.round(value)));
  }

  /**
   * A file in memory. Reading on and on past its end fails: some readers take missing bytes for
   * zeros, which a small file could make last for minutes.
   */
  private static final class EndingStream extends ByteArrayInputStream {
    private int pastEnd;

    EndingStream(byte[] file) {
      super(file);
    }

    @Override
    public int read(byte[] target, int at, int length) {
      int count = super.read(target, at, length);
      if (count < 0 && ++pastEnd > MOST_READS_PAST_END) {
        throw new IllegalStateException("it ends too early");
      }
      return count;
    }
  }
}

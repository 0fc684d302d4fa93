package org.transcal.onnx.image;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.stream.ImageInputStream;
import org.transcal.io.file.InputException;

/**
 * Reads images as Pillow's {@code exif_transpose(image).convert("RGB")} does: samples as stored,
 * colour profiles ignored, grey copied to three channels, 16-bit grey cut off at 255, alpha
 * dropped, only the first frame.
 *
 * <p>Dimensions are read first, and images with too many pixels are not decoded.
 */
final class ImageDecoder {
  /** Larger than any photograph; takes 300 MB. */
  static final long MOST_PIXELS = 100_000_000;

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
        throw new UnreadableImageException(
            file, Files.exists(file) ? "is not a file" : "there is no such file");
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
    ImageFormat format =
        ImageFormat.of(bytes)
            .orElseThrow(
                () ->
                    new UnreadableImageException(
                        name,
                        "is not a JPEG, PNG, GIF, BMP, WebP or TIFF image, or its first bytes are"
                            + " damaged"));
    ImageHeader header = ImageHeader.of(name, format, bytes);
    try (ImageInputStream stream = new ImageBytes(ImageHeader.withoutProfile(format, bytes))) {
      ImageReader reader = format.reader();
      try {
        // Without metadata, which may be hostile too.
        reader.setInput(stream, true, true);
        Pixels stored = decode(name, format.mostPixels(bytes.length), header, reader);
        return upright ? stored.turned(header.orientation()) : stored;
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
        "decoding it takes more memory than is free of the "
            + Runtime.getRuntime().maxMemory() / MEBIBYTE
            + " MiB that Java may use (java -Xmx sets it)");
  }

  private static String reason(Exception e) {
    String message = e.getMessage();
    return "is damaged: "
        + (message == null ? e.getClass().getSimpleName() : message.lines().findFirst().orElse(""));
  }

  private static Pixels decode(Path name, long most, ImageHeader header, ImageReader reader)
      throws IOException, UnreadableImageException {
    long width = reader.getWidth(0);
    long height = reader.getHeight(0);
    if (width < 1 || height < 1 || width * height > MOST_PIXELS) {
      throw new UnreadableImageException(
          name, "has " + width + "×" + height + " pixels; at most " + MOST_PIXELS + " are read");
    }
    if (width * height > most) {
      throw new UnreadableImageException(
          name,
          "is damaged: it states " + width + "×" + height + " pixels and is too short for them");
    }
    boolean isPrint = header.components() == Cmyk.BANDS;
    requireMemory(name, isPrint ? Cmyk.BANDS : bytesPerPixel(reader), width * height);
    if (isPrint) {
      // Readers convert these colours differently, so only the stored samples are read.
      return Cmyk.ofJpeg(reader.readRaster(0, null), header.isYcck());
    }
    BufferedImage image = reader.read(0);
    return new Pixels(image.getWidth(), image.getHeight(), samples(name, image));
  }

  private static int bytesPerPixel(ImageReader reader) throws IOException {
    Iterator<ImageTypeSpecifier> types = reader.getImageTypes(0);
    return types.hasNext() ? types.next().getColorModel().getPixelSize() / Byte.SIZE : 0;
  }

  /** The decoded image, its samples and upright samples are in memory at the same time. */
  private static void requireMemory(Path name, int decoded, long pixels) {
    if (pixels * (decoded + 2 * Pixels.CHANNELS) > Runtime.getRuntime().maxMemory()) {
      throw tooLarge(name);
    }
  }

  /** The samples of each pixel as red, green, blue. */
  private static byte[] samples(Path name, BufferedImage image) throws UnreadableImageException {
    Raster raster = image.getRaster();
    ColorModel colors = image.getColorModel();
    int bands = raster.getNumBands();
    int space = colors.getColorSpace().getType();
    boolean grey = space == ColorSpace.TYPE_GRAY;
    boolean palette = colors instanceof IndexColorModel;
    boolean isPrint = space == ColorSpace.TYPE_CMYK && bands >= Cmyk.BANDS;
    int[] bits = raster.getSampleModel().getSampleSize();
    if (raster.getTransferType() > DataBuffer.TYPE_USHORT && bits[0] > Short.SIZE) {
      throw new UnreadableImageException(
          name, "has samples of " + bits[0] + " bits; at most 16 are read, so convert it to 8");
    }
    if (isPrint) {
      return Cmyk.ofSamples(raster).samples();
    }
    if (!palette && !grey && (space != ColorSpace.TYPE_RGB || bands < 3)) {
      throw new UnreadableImageException(
          name, "has " + bands + " channels that are not grey, RGB or CMYK; convert it to RGB");
    }
    int width = raster.getWidth();
    byte[] samples = new byte[Math.multiplyExact(width * raster.getHeight(), Pixels.CHANNELS)];
    int[] row = new int[width * bands];
    int at = 0;
    for (int y = 0; y < raster.getHeight(); y++) {
      raster.getPixels(raster.getMinX(), raster.getMinY() + y, width, 1, row);
      for (int x = 0; x < width; x++) {
        for (int channel = 0; channel < Pixels.CHANNELS; channel++) {
          int band = grey || palette ? 0 : channel;
          int sample = row[x * bands + band];
          samples[at++] =
              palette
                  ? (byte) (colors.getRGB(sample) >> (16 - 8 * channel))
                  : grey && bands == 1 && bits[0] == Short.SIZE
                      ? (byte) Math.min(sample, 255)
                      : eightBits(sample, bits[band]);
        }
      }
    }
    return samples;
  }

  /** The upper eight bits; fewer are stretched. */
  static byte eightBits(int sample, int bits) {
    return (byte) (bits >= 8 ? sample >> (bits - 8) : sample * 255 / ((1 << bits) - 1));
  }
}

package org.transcal.onnx.image;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.DataBufferByte;
import java.awt.image.IndexColorModel;
import java.awt.image.PixelInterleavedSampleModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import javax.imageio.IIOException;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.transcal.io.file.InputException;

/**
 * Reads JPEG, PNG, GIF and BMP files as the usual Python pipeline does: samples as stored, colour
 * profiles ignored, grey copied to three channels, alpha dropped, the first frame of several.
 *
 * <p>Dimensions are read first, and images with too many pixels are never decoded.
 */
final class ImageDecoder {
  /** Larger than any photograph; a picture of so many pixels takes 300 MB. */
  static final long MOST_PIXELS = 100_000_000;

  private static final long LARGEST_FILE = 512L << 20;
  private static final long MEBIBYTE = 1L << 20;

  private ImageDecoder() {}

  static Pixels read(Path file) throws UnreadableImageException {
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
    return decode(file, bytes);
  }

  static Pixels decode(Path name, byte[] bytes) throws UnreadableImageException {
    try (ImageInputStream stream =
        new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes))) {
      ImageReader reader =
          ImageFormat.readerOf(bytes)
              .orElseThrow(
                  () ->
                      new UnreadableImageException(
                          name,
                          "is not a JPEG, PNG, GIF or BMP image, or its first bytes are damaged"));
      try {
        // Without metadata, which may be bombs of their own.
        reader.setInput(stream, true, true);
        return decode(name, reader);
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
   * @throws OutOfMemoryError where that is what the reader hides: the image may well be sound
   */
  static UnreadableImageException unreadable(Path name, Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError error) {
        throw error;
      }
    }
    return new UnreadableImageException(name, reason(failure), failure);
  }

  /** An image that memory does not hold; nothing is wrong with the image itself. */
  static InputException tooLarge(Path name) {
    return InputException.in(
        name,
        "decoding it takes more memory than is free of the "
            + Runtime.getRuntime().maxMemory() / MEBIBYTE
            + " MiB that Java may use (java -Xmx sets it)");
  }

  private static String reason(Exception e) {
    if (e instanceof IIOException && "Unsupported Image Type".equals(e.getMessage())) {
      return "is neither grey nor RGB (CMYK, perhaps); convert it to RGB";
    }
    String message = e.getMessage();
    return "is damaged: " + (message == null ? e.getClass().getSimpleName() : message);
  }

  private static Pixels decode(Path name, ImageReader reader)
      throws IOException, UnreadableImageException {
    long width = reader.getWidth(0);
    long height = reader.getHeight(0);
    if (width < 1 || height < 1 || width * height > MOST_PIXELS) {
      throw new UnreadableImageException(
          name, "has " + width + "×" + height + " pixels; at most " + MOST_PIXELS + " are read");
    }
    requireMemory(name, reader, width * height);
    BufferedImage image = reader.read(0);
    byte[] samples = new byte[Math.multiplyExact(image.getWidth() * image.getHeight(), 3)];
    copy(name, image, samples);
    return new Pixels(image.getWidth(), image.getHeight(), samples);
  }

  /** The decoded image and our copy of it are in memory at once. */
  private static void requireMemory(Path name, ImageReader reader, long pixels) throws IOException {
    Iterator<ImageTypeSpecifier> types = reader.getImageTypes(0);
    int bits = types.hasNext() ? types.next().getColorModel().getPixelSize() : 0;
    if (pixels * (bits / Byte.SIZE + Pixels.CHANNELS) > Runtime.getRuntime().maxMemory()) {
      throw tooLarge(name);
    }
  }

  private static void copy(Path name, BufferedImage image, byte[] samples)
      throws UnreadableImageException {
    Raster raster = image.getRaster();
    ColorModel colors = image.getColorModel();
    if (colors instanceof IndexColorModel palette) {
      copyPalette(raster, palette, samples);
      return;
    }
    int bands = raster.getNumBands();
    int space = colors.getColorSpace().getType();
    boolean grey = space == ColorSpace.TYPE_GRAY;
    if (!grey && (space != ColorSpace.TYPE_RGB || bands < 3)) {
      throw new UnreadableImageException(
          name,
          "has " + bands + " channels, neither grey nor RGB (CMYK, perhaps); convert it to RGB");
    }
    if (raster.getDataBuffer() instanceof DataBufferByte buffer
        && raster.getSampleModel() instanceof PixelInterleavedSampleModel model
        && buffer.getNumBanks() == 1
        && raster.getSampleModelTranslateX() == 0
        && raster.getSampleModelTranslateY() == 0) {
      copyBytes(buffer, model, grey, samples);
    } else {
      copySamples(raster, grey, samples);
    }
  }

  private static void copyBytes(
      DataBufferByte buffer, PixelInterleavedSampleModel model, boolean grey, byte[] samples) {
    byte[] data = buffer.getData();
    int[] offsets = model.getBandOffsets();
    int red = buffer.getOffset() + offsets[0];
    int green = grey ? red : buffer.getOffset() + offsets[1];
    int blue = grey ? red : buffer.getOffset() + offsets[2];
    int step = model.getPixelStride();
    int at = 0;
    for (int y = 0; y < model.getHeight(); y++) {
      int pixel = y * model.getScanlineStride();
      for (int x = 0; x < model.getWidth(); x++) {
        samples[at] = data[pixel + red];
        samples[at + 1] = data[pixel + green];
        samples[at + 2] = data[pixel + blue];
        at += 3;
        pixel += step;
      }
    }
  }

  /** Samples of any width, of which the upper eight bits are kept. */
  private static void copySamples(Raster raster, boolean grey, byte[] samples) {
    int at = 0;
    for (int y = 0; y < raster.getHeight(); y++) {
      for (int x = 0; x < raster.getWidth(); x++) {
        for (int channel = 0; channel < 3; channel++) {
          int band = grey ? 0 : channel;
          int bits = raster.getSampleModel().getSampleSize(band);
          int sample = raster.getSample(x + raster.getMinX(), y + raster.getMinY(), band);
          samples[at++] =
              (byte) (bits >= 8 ? sample >> (bits - 8) : sample * 255 / ((1 << bits) - 1));
        }
      }
    }
  }

  private static void copyPalette(Raster raster, IndexColorModel palette, byte[] samples) {
    int at = 0;
    for (int y = 0; y < raster.getHeight(); y++) {
      for (int x = 0; x < raster.getWidth(); x++) {
        int index = raster.getSample(x + raster.getMinX(), y + raster.getMinY(), 0);
        samples[at++] = (byte) palette.getRed(index);
        samples[at++] = (byte) palette.getGreen(index);
        samples[at++] = (byte) palette.getBlue(index);
      }
    }
  }
}

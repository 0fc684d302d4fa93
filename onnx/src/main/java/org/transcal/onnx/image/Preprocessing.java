package org.transcal.onnx.image;

import java.nio.file.Path;
import java.util.List;

/** From an image file to a network's input values; immutable. */
public final class Preprocessing {
  /** The order of channels, rows and columns. */
  public enum Layout {
    /** Channels first: one plane per channel. */
    NCHW,
    /** Channels last: the channels of a pixel are adjacent. */
    NHWC
  }

  /** The channels of a network's input. */
  public enum Channels {
    RGB,
    BGR,
    GREY;

    public int count() {
      return this == GREY ? 1 : 3;
    }
  }

  private static final int LEVELS = 256;

  private final Geometry geometry;
  private final Layout layout;
  private final Channels channels;
  private final float[][] levels;
  private final boolean upright;

  private Preprocessing(
      Geometry geometry, Layout layout, Channels channels, float[][] levels, boolean upright) {
    this.geometry = geometry;
    this.layout = layout;
    this.channels = channels;
    this.levels = levels;
    this.upright = upright;
  }

  /**
   * Samples in [0, 1], less the mean, over the standard deviation.
   *
   * @param mean one per channel, in their order
   * @param deviation one per channel
   */
  public static Preprocessing of(
      Geometry geometry, Layout layout, Channels channels, double[] mean, double[] deviation) {
    if (mean.length != channels.count() || deviation.length != channels.count()) {
      throw new IllegalArgumentException(
          "There are "
              + mean.length
              + " means and "
              + deviation.length
              + " standard deviations for "
              + channels.count()
              + " channel(s)");
    }
    float[][] levels = new float[channels.count()][LEVELS];
    for (int c = 0; c < levels.length; c++) {
      if (!Double.isFinite(mean[c]) || !(deviation[c] > 0 && Double.isFinite(deviation[c]))) {
        throw new IllegalArgumentException(
            "Mean "
                + mean[c]
                + " and standard deviation "
                + deviation[c]
                + " must be finite, the latter above 0");
      }
      for (int level = 0; level < LEVELS; level++) {
        // Each step in single precision, as in the usual pipelines.
        levels[c][level] = (level / 255f - (float) mean[c]) / (float) deviation[c];
      }
    }
    return new Preprocessing(geometry, layout, channels, levels, true);
  }

  /** The same, but ignoring the EXIF orientation of images. */
  public Preprocessing asStored() {
    return new Preprocessing(geometry, layout, channels, levels, false);
  }

  public List<Long> shape() {
    long height = geometry.cropHeight();
    long width = geometry.cropWidth();
    long count = channels.count();
    return layout == Layout.NCHW ? List.of(count, height, width) : List.of(height, width, count);
  }

  /**
   * Reads an image into an array, starting at a position.
   *
   * @throws UnreadableImageException naming the image and what is wrong with it
   * @throws org.transcal.io.file.InputException if it is too large for memory
   */
  public void read(Path image, float[] target, int at) throws UnreadableImageException {
    try {
      write(geometry.of(image, ImageDecoder.read(image, upright)), target, at);
    } catch (OutOfMemoryError e) {
      throw ImageDecoder.tooLarge(image);
    }
  }

  private void write(Pixels pixels, float[] target, int at) {
    int count = channels.count();
    int plane = pixels.width() * pixels.height();
    byte[] samples = pixels.samples();
    for (int c = 0; c < count; c++) {
      float[] table = levels[c];
      int source = channels == Channels.BGR ? Pixels.CHANNELS - 1 - c : c;
      int step = layout == Layout.NCHW ? 1 : count;
      int position = layout == Layout.NCHW ? at + c * plane : at + c;
      for (int i = 0; i < plane; i++) {
        int level =
            channels == Channels.GREY ? luminance(samples, i) : samples[i * 3 + source] & 0xff;
        target[position] = table[level];
        position += step;
      }
    }
  }

  /** ITU-R 601 in fixed point of 16 bits, rounded. */
  private static int luminance(byte[] samples, int pixel) {
    int red = samples[pixel * 3] & 0xff;
    int green = samples[pixel * 3 + 1] & 0xff;
    int blue = samples[pixel * 3 + 2] & 0xff;
    return (red * 19595 + green * 38470 + blue * 7471 + (1 << 15)) >> 16;
  }
}

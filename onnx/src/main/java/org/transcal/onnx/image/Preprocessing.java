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

  private final Geometry geometry;
  private final Layout layout;
  private final Channels channels;
  private final double[] mean;
  private final double[] deviation;
  private final boolean upright;

  private Preprocessing(
      Geometry geometry,
      Layout layout,
      Channels channels,
      double[] mean,
      double[] deviation,
      boolean upright) {
    this.geometry = geometry;
    this.layout = layout;
    this.channels = channels;
    this.mean = mean;
    this.deviation = deviation;
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
      String numbers = mean.length + " means and " + deviation.length + " standard deviations";
      throw new IllegalArgumentException(
          "There are " + numbers + " for " + channels.count() + " channel(s)");
    }
    for (int c = 0; c < mean.length; c++) {
      if (!Double.isFinite(mean[c]) || !(deviation[c] > 0 && Double.isFinite(deviation[c]))) {
        String numbers = "Mean " + mean[c] + " and standard deviation " + deviation[c];
        throw new IllegalArgumentException(numbers + " must be finite, the latter above 0");
      }
    }
    return new Preprocessing(geometry, layout, channels, mean.clone(), deviation.clone(), true);
  }

  /** The same, but ignoring the EXIF orientation of images. */
  public Preprocessing asStored() {
    return new Preprocessing(geometry, layout, channels, mean, deviation, false);
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

  private void write(float[] pixels, float[] target, int at) {
    int count = channels.count();
    int plane = pixels.length / Pixels.CHANNELS;
    for (int c = 0; c < count; c++) {
      int step = layout == Layout.NCHW ? 1 : count;
      int position = layout == Layout.NCHW ? at + c * plane : at + c;
      for (int i = 0; i < pixels.length; i += Pixels.CHANNELS) {
        double value =
            switch (channels) {
              case RGB -> pixels[i + c];
              case BGR -> pixels[i + 2 - c];
              // Luminance by ITU-R 601.
              case GREY -> 0.299 * pixels[i] + 0.587 * pixels[i + 1] + 0.114 * pixels[i + 2];
            };
        target[position] = (float) ((value / 255 - mean[c]) / deviation[c]);
        position += step;
      }
    }
  }
}

package org.transcal.onnx.image;

/** A decoded image: rows of pixels, three bytes each, red, green, blue. */
final class Pixels {
  static final int CHANNELS = 3;

  private final int width;
  private final int height;
  private final byte[] samples;

  /** Shares the samples. */
  Pixels(int width, int height, byte[] samples) {
    if (samples.length != (long) width * height * CHANNELS) {
      throw new IllegalArgumentException(
          width + "×" + height + " pixels do not have " + samples.length + " samples");
    }
    this.width = width;
    this.height = height;
    this.samples = samples;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /** The samples, shared; must not be written to. */
  byte[] samples() {
    return samples;
  }

  int sample(int x, int y, int channel) {
    return samples[(y * width + x) * CHANNELS + channel] & 0xff;
  }
}

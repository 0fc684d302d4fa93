package org.transcal.onnx.image;

/**
 * A decoded image.
 *
 * @param samples rows of pixels, three bytes each: red, green, blue; shared
 */
record Pixels(int width, int height, byte[] samples) {
  static final int CHANNELS = 3;

  Pixels {
    if (samples.length != (long) width * height * CHANNELS) {
      throw new IllegalArgumentException(
          width + "×" + height + " pixels do not have " + samples.length + " samples");
    }
  }

  int sample(int x, int y, int channel) {
    return samples[(y * width + x) * CHANNELS + channel] & 0xff;
  }
}

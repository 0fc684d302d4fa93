package org.transcal.onnx.image;

import java.util.List;

/**
 * A decoded image.
 *
 * @param samples rows of pixels, three bytes each: red, green, blue; shared
 */
record Pixels(int width, int height, byte[] samples) {
  static final int CHANNELS = 3;

  /**
   * These pixels, upright.
   *
   * @param orientation EXIF's number, 1 … 8
   */
  Pixels turned(int orientation) {
    if (orientation == 1) {
      return this;
    }
    boolean swap = orientation >= 5;
    boolean flipX = List.of(2, 3, 7, 8).contains(orientation);
    boolean flipY = List.of(3, 4, 6, 7).contains(orientation);
    int newWidth = swap ? height : width;
    int newHeight = swap ? width : height;
    byte[] turned = new byte[samples.length];
    int at = 0;
    for (int y = 0; y < newHeight; y++) {
      for (int x = 0; x < newWidth; x++) {
        int fromX = swap ? y : x;
        int fromY = swap ? x : y;
        fromX = flipX ? width - 1 - fromX : fromX;
        fromY = flipY ? height - 1 - fromY : fromY;
        System.arraycopy(samples, (fromY * width + fromX) * CHANNELS, turned, at, CHANNELS);
        at += CHANNELS;
      }
    }
    return new Pixels(newWidth, newHeight, turned);
  }
}

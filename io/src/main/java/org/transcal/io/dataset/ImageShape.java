package org.transcal.io.dataset;

/**
 * The shape of an image.
 *
 * @param channels 1 for grey, 3 for colours
 * @param height lines
 * @param width pixels per line
 */
public record ImageShape(int channels, int height, int width) {
  private static final int LARGEST = 1 << 16;

  public ImageShape {
    boolean isUsable =
        Math.min(channels, Math.min(height, width)) >= 1
            && Math.max(channels, Math.max(height, width)) <= LARGEST
            && (long) channels * height * width <= Integer.MAX_VALUE - 8;
    if (!isUsable) {
      throw new IllegalArgumentException(
          "Image is "
              + text(channels, height, width)
              + "; channels, height and width must be in 1 … "
              + LARGEST
              + " and their product below 2³¹");
    }
  }

  /** Number of values. */
  public int size() {
    return channels * height * width;
  }

  /** Channels × height × width. */
  @Override
  public String toString() {
    return text(channels, height, width);
  }

  private static String text(int channels, int height, int width) {
    return channels + " × " + height + " × " + width;
  }
}

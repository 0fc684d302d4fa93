package org.transcal.onnx.image;

import java.nio.file.Path;

/**
 * The size of images: resized by antialiased bilinear interpolation, then cropped in the middle.
 *
 * @param resize the resize
 * @param cropHeight rows to keep
 * @param cropWidth columns to keep
 */
public record Geometry(Resize resize, int cropHeight, int cropWidth) {
  private static final int LARGEST = 16_384;

  /** How an image is resized before it is cropped. */
  public sealed interface Resize permits ShorterSide, Exactly, Unchanged {}

  /** The shorter side gets a length; the other keeps the proportions, rounded down. */
  public record ShorterSide(int length) implements Resize {
    public ShorterSide {
      requireLength(length);
    }
  }

  /** Both sides get a length, whatever the proportions. */
  public record Exactly(int height, int width) implements Resize {
    public Exactly {
      requireLength(height);
      requireLength(width);
    }
  }

  /** No resize. */
  public record Unchanged() implements Resize {}

  public Geometry {
    requireLength(cropHeight);
    requireLength(cropWidth);
  }

  private static void requireLength(int length) {
    if (length < 1 || length > LARGEST) {
      throw new IllegalArgumentException(
          "Side of an image is " + length + "; it must be in 1 … " + LARGEST);
    }
  }

  /** The part of the resized image that is kept, as rows of pixels, three values each. */
  float[] of(Path name, Pixels image) throws UnreadableImageException {
    long height = image.height();
    long width = image.width();
    if (resize instanceof ShorterSide side) {
      long shorter = Math.min(height, width);
      height = side.length * height / shorter;
      width = side.length * width / shorter;
    } else if (resize instanceof Exactly exactly) {
      height = exactly.height;
      width = exactly.width;
    }
    if (height < cropHeight || width < cropWidth) {
      throw new UnreadableImageException(
          name,
          "has %s×%s pixels (rows × columns) after the resize, fewer than the crop of %s×%s",
          height,
          width,
          cropHeight,
          cropWidth);
    }
    return Bilinear.resize(
        image,
        new Bilinear(image.height(), height, margin(height, cropHeight), cropHeight),
        new Bilinear(image.width(), width, margin(width, cropWidth), cropWidth));
  }

  /** Half a pixel is rounded to even, as in torchvision. */
  private static long margin(long length, int kept) {
    return (long) Math.rint((length - kept) / 2.0);
  }
}

package org.transcal.onnx.image;

import java.nio.file.Path;
import org.transcal.io.file.Allocation;

/**
 * The size of images: resized, then cropped in the middle.
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

  /** The part of the resized image that is kept. */
  Pixels of(Path name, Pixels image) throws UnreadableImageException {
    int height = image.height();
    int width = image.width();
    if (resize instanceof ShorterSide side) {
      long longer = (long) side.length * Math.max(height, width) / Math.min(height, width);
      requireSize(name, image, longer);
      height = image.height() <= image.width() ? side.length : (int) longer;
      width = image.height() <= image.width() ? (int) longer : side.length;
    } else if (resize instanceof Exactly exactly) {
      height = exactly.height;
      width = exactly.width;
    }
    if (height < cropHeight || width < cropWidth) {
      throw new UnreadableImageException(
          name,
          "has "
              + height
              + "×"
              + width
              + " pixels (rows × columns) after the resize, fewer than the crop of "
              + cropHeight
              + "×"
              + cropWidth);
    }
    // Half a pixel is rounded to even, as in Python.
    int top = (int) Math.rint((height - cropHeight) / 2.0);
    int left = (int) Math.rint((width - cropWidth) / 2.0);
    Resampling rows = Resampling.of(image.height(), height, top, top + cropHeight);
    Resampling columns = Resampling.of(image.width(), width, left, left + cropWidth);
    requireSize(name, image, (long) (rows.endInput() - rows.firstInput()) * cropWidth * 3);
    Pixels narrow = columns.horizontally(image, rows.firstInput(), rows.endInput());
    return rows.vertically(narrow, rows.firstInput());
  }

  private static void requireSize(Path name, Pixels image, long size)
      throws UnreadableImageException {
    if (size > Allocation.LONGEST) {
      throw new UnreadableImageException(
          name,
          "has "
              + image.height()
              + "×"
              + image.width()
              + " pixels (rows × columns), too long and thin to be resized");
    }
  }
}

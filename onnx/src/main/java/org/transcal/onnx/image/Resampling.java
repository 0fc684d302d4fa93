package org.transcal.onnx.image;

import java.util.Arrays;

/**
 * Weights of an antialiased bilinear resize along one axis, bit-identical to those of Pillow, with
 * which most networks were trained: 22-bit fixed point, rounded after each axis.
 */
final class Resampling {
  private static final int BITS = 22;
  private static final int HALF = 1 << (BITS - 1);

  private final int[] first;
  private final int[][] weights;

  private Resampling(int[] first, int[][] weights) {
    this.first = first;
    this.weights = weights;
  }

  /** Weights of output samples {@code from} to {@code to} out of {@code outputs}. */
  static Resampling of(int inputs, int outputs, int from, int to) {
    double scale = (double) inputs / outputs;
    double support = Math.max(scale, 1);
    int[] first = new int[to - from];
    int[][] weights = new int[to - from][];
    for (int i = 0; i < first.length; i++) {
      double center = (from + i + 0.5) * scale;
      int low = Math.max(0, (int) (center - support + 0.5));
      int high = Math.min(inputs, (int) (center + support + 0.5));
      first[i] = low;
      weights[i] = triangle(low, high, center, support);
    }
    return new Resampling(first, weights);
  }

  /** A triangle around the center as weights that sum to one, in fixed point. */
  private static int[] triangle(int low, int high, double center, double support) {
    double[] values = new double[high - low];
    for (int x = low; x < high; x++) {
      values[x - low] = Math.max(0, 1 - Math.abs((x - center + 0.5) * (1 / support)));
    }
    // In order, as Pillow adds them up.
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    int[] fixed = new int[values.length];
    for (int i = 0; i < fixed.length; i++) {
      fixed[i] = (int) (0.5 + values[i] / sum * (1 << BITS));
    }
    return fixed;
  }

  int firstInput() {
    return first[0];
  }

  /** The input sample after the last one needed. */
  int endInput() {
    return first[first.length - 1] + weights[first.length - 1].length;
  }

  /** Resizes rows {@code firstRow} to {@code endRow} along the horizontal axis. */
  Pixels horizontally(Pixels image, int firstRow, int endRow) {
    byte[] from = image.samples();
    byte[] to = new byte[(endRow - firstRow) * first.length * 3];
    int at = 0;
    for (int y = firstRow; y < endRow; y++) {
      int row = y * image.width();
      for (int x = 0; x < first.length; x++) {
        int[] weight = weights[x];
        int pixel = (row + first[x]) * 3;
        int red = HALF;
        int green = HALF;
        int blue = HALF;
        for (int w : weight) {
          red += (from[pixel] & 0xff) * w;
          green += (from[pixel + 1] & 0xff) * w;
          blue += (from[pixel + 2] & 0xff) * w;
          pixel += 3;
        }
        to[at++] = clipped(red);
        to[at++] = clipped(green);
        to[at++] = clipped(blue);
      }
    }
    return new Pixels(first.length, endRow - firstRow, to);
  }

  /** Resizes along the vertical axis an image whose row 0 is input {@code firstRow}. */
  Pixels vertically(Pixels image, int firstRow) {
    byte[] from = image.samples();
    int width = image.width() * 3;
    byte[] to = new byte[first.length * width];
    int[] sums = new int[width];
    for (int y = 0; y < first.length; y++) {
      Arrays.fill(sums, HALF);
      int row = (first[y] - firstRow) * width;
      for (int w : weights[y]) {
        for (int i = 0; i < width; i++) {
          sums[i] += (from[row + i] & 0xff) * w;
        }
        row += width;
      }
      for (int i = 0; i < width; i++) {
        to[y * width + i] = clipped(sums[i]);
      }
    }
    return new Pixels(image.width(), first.length, to);
  }

  /** Weights are positive and sum to about one: no sum is negative or overflows. */
  private static byte clipped(int sum) {
    return (byte) Math.min(255, sum >> BITS);
  }
}

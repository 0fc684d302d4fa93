package org.transcal.onnx.image;

import java.util.Arrays;

/**
 * One axis of an antialiased bilinear resize.
 *
 * <p>An output sample is the mean of the input samples around its center, weighted by a triangle
 * that falls to 0 at the distance of one output sample or, when enlarging, one input sample.
 */
final class Bilinear {
  private final int[] first;
  private final double[][] weights;

  /** Weights of {@code count} output samples from {@code from} on, out of {@code outputs}. */
  Bilinear(int inputs, long outputs, long from, int count) {
    double scale = (double) inputs / outputs;
    double reach = Math.max(scale, 1);
    first = new int[count];
    weights = new double[count][];
    for (int i = 0; i < count; i++) {
      double center = (from + i + 0.5) * scale;
      first[i] = (int) Math.max(0, center - reach + 0.5);
      int end = (int) Math.min(inputs, center + reach + 0.5);
      weights[i] = triangle(first[i], end, center, reach);
    }
  }

  /** Weights that sum to one. */
  private static double[] triangle(int first, int end, double center, double reach) {
    double[] values = new double[end - first];
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(0, 1 - Math.abs(first + i + 0.5 - center) / reach);
      sum += values[i];
    }
    for (int i = 0; i < values.length; i++) {
      values[i] /= sum;
    }
    return values;
  }

  /** The part of the resized image that two axes describe, as rows of pixels, three values each. */
  static float[] resize(Pixels image, Bilinear rows, Bilinear columns) {
    int channels = Pixels.CHANNELS;
    int from = columns.first[0];
    int to =
        columns.first[columns.first.length - 1] + columns.weights[columns.first.length - 1].length;
    double[] row = new double[(to - from) * channels];
    float[] resized = new float[rows.first.length * columns.first.length * channels];
    int at = 0;
    for (int y = 0; y < rows.first.length; y++) {
      rows.sum(y, image, from, row);
      for (int x = 0; x < columns.first.length; x++) {
        double[] weight = columns.weights[x];
        int start = (columns.first[x] - from) * channels;
        for (int c = 0; c < channels; c++) {
          double sum = 0;
          for (int i = 0; i < weight.length; i++) {
            sum += weight[i] * row[start + i * channels + c];
          }
          resized[at++] = (float) sum;
        }
      }
    }
    return resized;
  }

  /** The weighted sum of rows for one output row, from a column on. */
  private void sum(int output, Pixels image, int column, double[] row) {
    Arrays.fill(row, 0);
    for (int i = 0; i < weights[output].length; i++) {
      double weight = weights[output][i];
      int start = ((first[output] + i) * image.width() + column) * Pixels.CHANNELS;
      for (int j = 0; j < row.length; j++) {
        row[j] += weight * (image.samples()[start + j] & 0xff);
      }
    }
  }
}

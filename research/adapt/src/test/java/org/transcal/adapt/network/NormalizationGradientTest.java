package org.transcal.adapt.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.adapt.tensor.Constants;
import org.transcal.adapt.tensor.Engine;
import org.transcal.adapt.testing.Collecting;
import org.transcal.adapt.testing.PlainMatrix;

/** Batch normalization and TransNorm of rows and of images, compared with plain Java. */
class NormalizationGradientTest {
  private static final int ROWS = 6;
  private static final int CHANNELS = 2;
  private static final double EPSILON = 1e-5;
  private static final double STEP = 1e-5;

  /** Relative to the largest: a thousand roundings of single precision. */
  private static final double SINGLE = 1e-4;

  /** Means and variances of channels; a row holds the pixels of one channel after the other. */
  private record Statistics(double[] mean, double[] variance) {
    /** Of some rows; unbiased or as in a batch. */
    static Statistics of(PlainMatrix x, boolean isSource, boolean unbiased) {
      PlainMatrix rows = x.rowRange(isSource ? 0 : ROWS / 2, isSource ? ROWS / 2 : ROWS);
      int pixels = x.columns() / CHANNELS;
      double[] means = new double[CHANNELS];
      double[] variances = new double[CHANNELS];
      for (int c = 0; c < CHANNELS; c++) {
        int first = c * pixels;
        PlainMatrix channel = PlainMatrix.of(rows.rows(), pixels, (i, p) -> rows.at(i, first + p));
        double mean = channel.mean();
        double count = channel.values().length;
        means[c] = mean;
        variances[c] =
            channel.map(value -> (value - mean) * (value - mean)).sum()
                / (unbiased ? count - 1 : count);
      }
      return new Statistics(means, variances);
    }

    /** These, moved by a tenth towards others. */
    Statistics towards(Statistics other) {
      double[] means = mean.clone();
      double[] variances = variance.clone();
      for (int c = 0; c < CHANNELS; c++) {
        means[c] += 0.1 * (other.mean[c] - mean[c]);
        variances[c] += 0.1 * (other.variance[c] - variance[c]);
      }
      return new Statistics(means, variances);
    }
  }

  /** Two batches, as in two steps of training; gradients are of the second. */
  private record Batches(PlainMatrix first, PlainMatrix second, PlainMatrix weights) {
    static Batches of(int pixels) {
      int columns = CHANNELS * pixels;
      PlainMatrix shifted =
          PlainMatrix.of(ROWS, columns, (i, j) -> i < ROWS / 2 ? 0.5 : j < pixels ? 0.4 : -1);
      return new Batches(
          PlainMatrix.random(ROWS, columns, 1).plus(shifted),
          PlainMatrix.random(ROWS, columns, 2).plus(shifted),
          PlainMatrix.random(ROWS, columns, 3));
    }

    int pixels() {
      return first.columns() / CHANNELS;
    }

    /** A factor for each channel, from running statistics; 1 without TransNorm. */
    double[] strengths(boolean transfers) {
      double[] strengths = {1, 1};
      if (transfers) {
        Statistics source = running(true);
        Statistics target = running(false);
        double[] similar = new double[CHANNELS];
        for (int c = 0; c < CHANNELS; c++) {
          similar[c] = 1 / (1 + Math.abs(ratio(source, c) - ratio(target, c)));
        }
        for (int c = 0; c < CHANNELS; c++) {
          strengths[c] += CHANNELS * similar[c] / (similar[0] + similar[1]);
        }
      }
      return strengths;
    }

    private static double ratio(Statistics statistics, int c) {
      return statistics.mean[c] / Math.sqrt(statistics.variance[c] + EPSILON);
    }

    Statistics running(boolean isSource) {
      return Statistics.of(first, isSource, true).towards(Statistics.of(second, isSource, true));
    }

    /** The weighted sum of squares of what normalization makes of the moved second batch. */
    double loss(PlainMatrix x, PlainMatrix scale, PlainMatrix shift, double[] strengths) {
      Statistics source = Statistics.of(x, true, false);
      Statistics target = Statistics.of(x, false, false);
      PlainMatrix outputs =
          PlainMatrix.of(
              ROWS,
              x.columns(),
              (i, j) -> {
                int c = j / pixels();
                Statistics its = i < ROWS / 2 ? source : target;
                double standardized =
                    (x.at(i, j) - its.mean[c]) / Math.sqrt(its.variance[c] + EPSILON);
                return strengths[c] * (standardized * scale.at(0, c) + shift.at(0, c));
              });
      return outputs.times(outputs).times(weights).sum();
    }
  }

  private static NDArray array(NDManager manager, PlainMatrix matrix, int height) {
    float[] values = new float[matrix.values().length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) matrix.values()[i];
    }
    NDArray rows = Constants.matrix(manager, values, matrix.rows(), matrix.columns());
    return height == 0
        ? rows
        : rows.reshape(new Shape(ROWS, CHANNELS, height, matrix.columns() / CHANNELS / height));
  }

  private static void check(NDArray gradient, BiFunction<Integer, Double, Double> loss) {
    float[] actual = gradient.toFloatArray();
    double[] expected = new double[actual.length];
    double largest = 0;
    for (int i = 0; i < actual.length; i++) {
      expected[i] = (loss.apply(i, STEP) - loss.apply(i, -STEP)) / (2 * STEP);
      largest = Math.max(largest, Math.abs(expected[i]));
    }
    for (int i = 0; i < actual.length; i++) {
      assertThat((double) actual[i])
          .as("derivative " + i)
          .isCloseTo(expected[i], within(SINGLE * largest));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, false", "0, true", "2, false", "2, true"})
  void givenSecondBatch_thenValueAndGradientsAreThoseOfPlainJava(int height, boolean transfers) {
    Batches batches = Batches.of(height == 0 ? 1 : height * 3);
    PlainMatrix scale = new PlainMatrix(1, CHANNELS, new double[] {1.5, -0.75});
    PlainMatrix shift = new PlainMatrix(1, CHANNELS, new double[] {0.25, 0.5});
    double[] held = batches.strengths(transfers);

    Engine.withManager(
        manager -> {
          BatchNormalization normalization = new BatchNormalization(manager, CHANNELS, transfers);
          NDArray gamma = normalization.parameters().get(0);
          NDArray beta = normalization.parameters().get(1);
          gamma.addi(array(manager, scale.map(s -> s - 1), 0).reshape(new Shape(CHANNELS)));
          beta.addi(array(manager, shift, 0).reshape(new Shape(CHANNELS)));
          normalization.apply(array(manager, batches.first(), height));
          NDArray x = array(manager, batches.second(), height);
          x.setRequiresGradient(true);
          NDArray weights = array(manager, batches.weights(), height);
          double value;
          try (GradientCollector gradients = Engine.newGradientCollector()) {
            NDArray loss = normalization.apply(x).square().mul(weights).sum();
            Collecting.collectGarbage();
            value = loss.getFloat();
            gradients.backward(loss);
          }

          double expected = batches.loss(batches.second(), scale, shift, held);
          assertThat(value).isCloseTo(expected, within(SINGLE * Math.abs(expected)));
          check(
              x.getGradient(),
              (i, step) -> batches.loss(batches.second().moved(i, step), scale, shift, held));
          check(
              gamma.getGradient(),
              (i, step) -> batches.loss(batches.second(), scale.moved(i, step), shift, held));
          check(
              beta.getGradient(),
              (i, step) -> batches.loss(batches.second(), scale, shift.moved(i, step), held));
          return value;
        });
  }

  @Test
  void givenImages_thenAFoldedConvolutionUsesRunningStatisticsOfAllPixels() {
    Batches batches = Batches.of(6);
    LayerWeights identity = new LayerWeights(2, 2, new float[] {1, 0, 0, 1}, new float[2]);
    try (NDManager manager = Engine.newManager()) {
      BatchNormalization normalization = new BatchNormalization(manager, CHANNELS, true);
      normalization.apply(array(manager, batches.first(), 2));
      normalization.apply(array(manager, batches.second(), 2));

      LayerWeights folded = normalization.foldedForTarget(identity);

      Statistics running = batches.running(false);
      for (int c = 0; c < CHANNELS; c++) {
        double factor = batches.strengths(true)[c] / Math.sqrt(running.variance()[c] + EPSILON);
        assertThat((double) folded.weight()[3 * c]).isCloseTo(factor, within(SINGLE * factor));
        assertThat((double) folded.bias()[c])
            .isCloseTo(-running.mean()[c] * factor, within(SINGLE * factor));
      }
    }
  }
}

package org.transcal.spark.confidence;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.spark.confidence.TemperatureChains.Chain;
import org.transcal.spark.sum.ExactSums;

/**
 * Sums confidence and its slope in ln T over rows, at many temperatures at once.
 *
 * <p>Rows stand side by side in short batches that stay in the cache, class after class, so that
 * every loop is over neighbours. A row gives the same bits whichever batch it is in.
 *
 * <p>Symbols: {@code g = z − max z}, {@code e = exp(g/T)}; confidence {@code 1/Σe}, slope {@code Σ
 * e·g / (T (Σe)²)}.
 */
final class ConfidenceKernel {
  private static final int BATCH = 128;

  /** Gaps beyond this have no weight; times the smallest exponential they are still nothing. */
  private static final double LARGEST_GAP = -1e100;

  private final TemperatureChains temperatures;
  private final double[] gaps;
  private final double[] exponential = new double[BATCH];
  private final double[] sum;
  private final double[] weighted;
  private final double[] row;
  private final ExactSums sums;

  /** Adds to sums that {@link #bounds} fit. */
  ConfidenceKernel(TemperatureChains temperatures, int classes, ExactSums sums) {
    this.temperatures = temperatures;
    this.gaps = new double[classes * BATCH];
    int longest = temperatures.chains().stream().mapToInt(Chain::length).max().orElse(0);
    this.sum = new double[longest * BATCH];
    this.weighted = new double[longest * BATCH];
    this.row = new double[classes];
    this.sums = sums;
  }

  /**
   * Bounds of the sums, confidences first: a confidence is at most 1. With K classes a slope is
   * largest where all others are equal, below ln(K)/4 + 1.
   */
  static double[] bounds(TemperatureChains temperatures, int classes) {
    int count = temperatures.temperatures().length;
    double[] bounds = new double[2 * count];
    Arrays.fill(bounds, 0, count, 1);
    Arrays.fill(bounds, count, 2 * count, Math.log(classes) / 4 + 1);
    return bounds;
  }

  void add(Matrix logits) {
    for (int from = 0; from < logits.rows(); from += BATCH) {
      addBatch(logits, from, Math.min(BATCH, logits.rows() - from));
    }
  }

  private void addBatch(Matrix logits, int from, int rows) {
    int classes = row.length;
    for (int i = 0; i < rows; i++) {
      logits.copyRow(from + i, row);
      double max = row[0];
      for (int k = 1; k < classes; k++) {
        max = Math.max(max, row[k]);
      }
      for (int k = 0; k < classes; k++) {
        gaps[k * BATCH + i] = Math.max(LARGEST_GAP, row[k] - max);
      }
    }
    int count = sums.size() / 2;
    int at = 0;
    for (Chain chain : temperatures.chains()) {
      addChain(chain, rows);
      for (int i = 0; i < chain.length(); i++, at++) {
        finish(i * BATCH, rows, 1 / Math.scalb(chain.temperature(), -i));
        sums.addAll(at, exponential, rows);
        System.arraycopy(weighted, i * BATCH, exponential, 0, rows);
        sums.addAll(count + at, exponential, rows);
      }
    }
  }

  private void addChain(Chain chain, int rows) {
    Arrays.fill(sum, 0, chain.length() * BATCH, 0);
    Arrays.fill(weighted, 0, chain.length() * BATCH, 0);
    double inverse = 1 / chain.temperature();
    for (int k = 0; k < row.length; k++) {
      int gap = k * BATCH;
      for (int i = 0; i < rows; i++) {
        exponential[i] = gaps[gap + i] * inverse;
      }
      Kernels.exp(exponential, rows);
      for (int half = 0; half < chain.length(); half++) {
        accumulate(gap, half * BATCH, rows);
      }
    }
  }

  /** Adds e and e·g, then squares e for the temperature of half the size. */
  private void accumulate(int gap, int at, int rows) {
    for (int i = 0; i < rows; i++) {
      double e = exponential[i];
      sum[at + i] += e;
      weighted[at + i] += e * gaps[gap + i];
      exponential[i] = e * e;
    }
  }

  /** Leaves confidences in {@code exponential} and slopes in {@code weighted}. */
  private void finish(int at, int rows, double inverse) {
    for (int i = 0; i < rows; i++) {
      double confidence = 1 / sum[at + i];
      exponential[i] = confidence;
      weighted[at + i] *= confidence * confidence * inverse;
    }
  }
}

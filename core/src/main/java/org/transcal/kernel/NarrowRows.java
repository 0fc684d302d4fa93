package org.transcal.kernel;

import org.transcal.matrix.Matrix;

/**
 * Rows of few classes: the gaps of many rows to their maxima are in one array, so that loops are
 * long enough to vectorise. The maximum itself always contributes e⁰ = 1.
 */
final class NarrowRows {
  /** Exponents below this are negligible, also times {@code e^−707}. */
  private static final double LARGEST_GAP = -1e100;

  private final Matrix logits;
  private final Kernel kernel;
  private final int others;
  private final int rowsPerBlock;
  private final double[] row;
  private final double[] exponents;
  private final double[] exponentials;

  NarrowRows(Matrix logits, Kernel kernel, int block) {
    this.logits = logits;
    this.kernel = kernel;
    this.others = logits.columns() - 1;
    this.rowsPerBlock = Math.max(1, block / Math.max(1, others));
    this.row = new double[logits.columns()];
    this.exponents = new double[Math.min(rowsPerBlock, logits.rows()) * others];
    this.exponentials = new double[exponents.length];
  }

  /** 1 / Σ e of rows {@code start} to {@code end} and its derivative in ln temperature. */
  void confidenceWithSlope(
      double temperature, double[] confidence, double[] slope, int start, int end) {
    double inverse = Kernels.inverse(temperature);
    for (int from = start; from < end; from += rowsPerBlock) {
      int rows = Math.min(rowsPerBlock, end - from);
      fill(from, rows, inverse);
      for (int i = 0, at = 0; i < rows; i++) {
        double sum = 1;
        double weighted = 0;
        for (int k = 0; k < others; k++, at++) {
          sum += exponentials[at];
          weighted += exponentials[at] * exponents[at];
        }
        confidence[from + i] = 1 / sum;
        slope[from + i] = weighted / (sum * sum);
      }
    }
  }

  private void fill(int from, int rows, double inverse) {
    int at = 0;
    for (int i = 0; i < rows; i++) {
      logits.copyRow(from + i, row);
      int best = 0;
      for (int k = 1; k <= others; k++) {
        best = row[k] > row[best] ? k : best;
      }
      double max = row[best];
      for (int k = 0; k < best; k++) {
        exponents[at++] = Math.max(LARGEST_GAP, (row[k] - max) * inverse);
      }
      for (int k = best + 1; k <= others; k++) {
        exponents[at++] = Math.max(LARGEST_GAP, (row[k] - max) * inverse);
      }
    }
    System.arraycopy(exponents, 0, exponentials, 0, at);
    kernel.exp(exponentials, at);
  }
}

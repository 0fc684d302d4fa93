package org.transcal.kernel;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;

/**
 * The mean over rows of a loss of linear scores W·x + b, with its gradient in (W, b). W is stored
 * by columns, followed by b: an element of x adds to the scores of all classes, or, if W is
 * diagonal, to that of its own class.
 *
 * @param rows x
 * @param labels the class of each row
 * @param frequencies how often each row counts
 * @param classes number of scores
 * @param width classes that an element of x adds to: all of them, or 1 if W is diagonal
 * @param loss the loss of one row
 */
public record LinearLoss(
    Matrix rows, int[] labels, Frequencies frequencies, int classes, int width, RowLoss loss) {
  /** Blocks of rows that threads share, and products that are worth a block. */
  private static final int BLOCKS = 8;

  private static final int BLOCK_PRODUCTS = 1 << 16;

  /** A loss of the scores of one row. */
  @FunctionalInterface
  public interface RowLoss {
    /** The loss; puts its slopes in place of the scores. */
    double replaceBySlopes(double[] scores, int label);
  }

  /** The mean at (W, b); overwrites the gradient. */
  public double evaluate(double[] point, double[] gradient) {
    int size = point.length;
    int rowsPerBlock = Math.max((rows.rows() + BLOCKS - 1) / BLOCKS, BLOCK_PRODUCTS / size + 1);
    double[] sums =
        Kernels.sumByBlocks(
            rows.rows(), rowsPerBlock, size + 1, (from, to, part) -> add(point, from, to, part));
    System.arraycopy(sums, 0, gradient, 0, size);
    return sums[size];
  }

  /** Adds the gradient of some rows and, after it, their loss. */
  private void add(double[] point, int from, int to, double[] sums) {
    double[] x = new double[rows.columns()];
    double[] scores = new double[classes];
    for (int i = from; i < to; i++) {
      double share = frequencies.get(i) / frequencies.total();
      if (share > 0) {
        score(i, point, x, scores);
        sums[point.length] += share * loss.replaceBySlopes(scores, labels[i]);
        for (int j = 0; j < x.length; j++) {
          addScaled(share * x[j], scores, first(j), sums, j * width, width);
        }
        addScaled(share, scores, 0, sums, x.length * width, classes);
      }
    }
  }

  /** The class of the highest score of each row, the first on ties. */
  public int[] predictions(double[] point) {
    double[] x = new double[rows.columns()];
    double[] scores = new double[classes];
    int[] best = new int[rows.rows()];
    Matrix one = Matrix.wrap(scores, 1, classes);
    Arrays.setAll(
        best,
        i -> {
          score(i, point, x, scores);
          return Kernels.rowArgMax(one)[0];
        });
    return best;
  }

  private void score(int row, double[] point, double[] x, double[] scores) {
    rows.copyRow(row, x);
    System.arraycopy(point, x.length * width, scores, 0, classes);
    for (int j = 0; j < x.length; j++) {
      addScaled(x[j], point, j * width, scores, first(j), width);
    }
  }

  /** The first class that an element of x adds to. */
  private int first(int element) {
    return width == 1 ? element : 0;
  }

  /** y += scale · x over some elements. */
  private static void addScaled(
      double scale, double[] x, int fromX, double[] y, int fromY, int count) {
    for (int k = 0; k < count; k++) {
      y[fromY + k] += scale * x[fromX + k];
    }
  }

  /** Cross-entropy of the softmax of the scores: its slopes are softmax minus one-hot label. */
  public static double crossEntropy(double[] scores, int label) {
    double gap = max(scores) - scores[label];
    Kernels.softmax(scores, scores.length, 1);
    double loss = gap - Math.log(max(scores));
    scores[label] -= 1;
    return loss;
  }

  private static double max(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }
}

package org.transcal.prediction;

import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;

/**
 * Unnormalised scores of a classifier, one row an example, one column a class.
 *
 * <p>Symbols: {@code z}, with {@code K} classes.
 */
public final class Logits {
  /** No logit is farther from 0: sums of squares and products of all rows stay finite. */
  public static final double LARGEST = 1e30;

  private final Matrix values;

  private Logits(Matrix values) {
    this.values = values;
  }

  /**
   * Shares the matrix. At least one row, at least two classes and values within ±{@value #LARGEST}
   * are required.
   *
   * @throws IllegalArgumentException naming the row, class and value at fault
   */
  public static Logits of(Matrix values) {
    requireRows(values.rows());
    if (values.columns() < 2) {
      throw new IllegalArgumentException(
          "Logits have " + values.columns() + " column(s); at least 2 classes are needed");
    }
    long bad = Kernels.firstBeyond(values, LARGEST);
    if (bad >= 0) {
      int row = (int) (bad / values.columns());
      int column = (int) (bad % values.columns());
      throw new IllegalArgumentException(
          "Logit at row "
              + row
              + ", class "
              + column
              + " is "
              + values.get(row, column)
              + "; logits must be finite, within ±"
              + LARGEST);
    }
    return new Logits(values);
  }

  private static void requireRows(int rows) {
    if (rows == 0) {
      throw new IllegalArgumentException("Logits have no rows; at least one is needed");
    }
  }

  /** Copies rows of equal length. */
  public static Logits copyOf(double[][] rows) {
    return of(Matrix.copyOf(rows));
  }

  /** The numbers. */
  public Matrix values() {
    return values;
  }

  /** Number of examples. */
  public int rows() {
    return values.rows();
  }

  /** Number of classes, K. */
  public int classes() {
    return values.columns();
  }

  /** The arg max of each row, the first index on ties. */
  public int[] predictions() {
    return Kernels.rowArgMax(values);
  }

  /** 1 where the arg max of a row is its label, else 0; no temperature changes that. */
  public double[] correctness(Labels labels) {
    return labels.matches(predictions(), "Logits");
  }

  /** {@code softmax(z / temperature)}. */
  public Probabilities softmax(double temperature) {
    return Probabilities.softmax(this, temperature);
  }

  /** The given rows, at least one, repeats allowed. */
  public Logits selectRows(int[] rows) {
    requireRows(rows.length);
    return new Logits(values.selectRows(rows));
  }

  /**
   * Whether every row is non-negative and sums to one: then these are almost certainly
   * probabilities passed by mistake, which callers should say and never silently convert.
   */
  public boolean looksLikeProbabilities() {
    for (int i = 0; i < rows(); i++) {
      double sum = 0;
      for (int k = 0; k < classes(); k++) {
        double value = values.get(i, k);
        if (value < 0) {
          return false;
        }
        sum += value;
      }
      if (Math.abs(sum - 1) > Probabilities.ROW_SUM_TOLERANCE) {
        return false;
      }
    }
    return true;
  }
}

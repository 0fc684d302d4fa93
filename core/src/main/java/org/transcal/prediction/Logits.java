package org.transcal.prediction;

import java.nio.FloatBuffer;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;

/**
 * Unnormalised scores of a classifier, one row per example, one column per class.
 *
 * <p>Symbols: {@code z}, with {@code K} classes.
 *
 * @param values the numbers
 */
public record Logits(Matrix values) {
  /** Largest magnitude of a logit: sums of squares and products over all rows stay finite. */
  public static final double LARGEST = 1e30;

  /**
   * Shares the matrix. At least one row, at least two classes and values within ±{@value #LARGEST}
   * are required.
   *
   * @throws IllegalArgumentException naming the row, class and value at fault
   */
  public Logits {
    if (values.rows() == 0) {
      throw new IllegalArgumentException("Logits have no rows; at least one is needed");
    }
    if (values.columns() < 2) {
      throw new IllegalArgumentException(
          "Logits have " + values.columns() + " column(s); at least 2 classes are needed");
    }
    long bad = Kernels.firstBeyond(values, LARGEST);
    if (bad >= 0) {
      int row = (int) (bad / values.columns());
      int column = (int) (bad % values.columns());
      String logit = "Logit at row " + row + ", class " + column + " is " + values.get(row, column);
      throw new IllegalArgumentException(
          logit
              + "; logits must be finite, within ±"
              + LARGEST
              + (logit.endsWith("-Infinity") ? " (np.maximum(a, -100) replaces log 0)" : ""));
    }
  }

  /** Shares the matrix. */
  public static Logits of(Matrix values) {
    return new Logits(values);
  }

  /** Copies rows of equal length. */
  public static Logits copyOf(float[][] rows) {
    return of(Matrix.copyOf(rows));
  }

  /** Copies rows of equal length. */
  public static Logits copyOf(double[][] rows) {
    return of(Matrix.copyOf(rows));
  }

  /**
   * Copies what remains in a buffer, row after row; its position does not change.
   *
   * @throws IllegalArgumentException if the last row is incomplete
   */
  public static Logits of(FloatBuffer buffer, int classes) {
    int count = buffer.remaining();
    if (classes < 2 || count % classes != 0) {
      String shape = count + " values does not hold whole rows of " + classes + " classes";
      throw new IllegalArgumentException(
          "A buffer of " + shape + "; at least 2 and a multiple of their number are needed");
    }
    float[] values = new float[count];
    buffer.duplicate().get(values);
    return of(Matrix.wrap(values, count / classes, classes));
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

  /** 1 if the arg max of a row is its label, else 0; the same at every temperature. */
  public double[] correctness(Labels labels) {
    return labels.matches(predictions(), "Logits");
  }

  /** {@code softmax(z / temperature)}. */
  public Probabilities softmax(double temperature) {
    return Probabilities.softmax(this, temperature);
  }

  /** The given rows, at least one, repeats allowed. */
  public Logits selectRows(int[] rows) {
    return new Logits(values.selectRows(rows));
  }

  /**
   * Whether every row is non-negative and sums to one, so that these are almost certainly
   * probabilities; callers report that and never convert silently.
   */
  public boolean looksLikeProbabilities() {
    return Probabilities.fault(values).isEmpty();
  }

  @Override
  public String toString() {
    return "Logits " + rows() + "×" + classes();
  }
}

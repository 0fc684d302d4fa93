package org.transcal.kernel;

/**
 * The maximum of each row of logits, and Σ e, Σ e·g, Σ e·g² with g = z − max and e =
 * exp(g·inverse). They give the log normaliser and its first two derivatives in the inverse
 * temperature. Rows are numbered from the first of the block.
 *
 * @param max the largest logit
 * @param zeroth Σ e
 * @param first Σ e·g
 * @param second Σ e·g²
 */
public record RowMoments(double[] max, double[] zeroth, double[] first, double[] second) {
  /** Space for a number of rows; reusable. */
  public RowMoments(int rows) {
    this(new double[rows], new double[rows], new double[rows], new double[rows]);
  }
}

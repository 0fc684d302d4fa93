package org.transcal.kernel;

/**
 * The maximum of each row of logits, and Σ e, Σ e·g, Σ e·g² with g = z − max and e =
 * exp(g·inverse). They give the log normaliser and its first two derivatives in the inverse
 * temperature.
 */
public final class RowMoments {
  final double[] max;
  final double[] zeroth;
  final double[] first;
  final double[] second;

  /** Space for a number of rows; reusable. */
  public RowMoments(int rows) {
    max = new double[rows];
    zeroth = new double[rows];
    first = new double[rows];
    second = new double[rows];
  }

  /** The largest logit of a row; rows are numbered from the first of the block. */
  public double max(int row) {
    return max[row];
  }

  /** Σ e. */
  public double zeroth(int row) {
    return zeroth[row];
  }

  /** Σ e·g. */
  public double first(int row) {
    return first[row];
  }

  /** Σ e·g². */
  public double second(int row) {
    return second[row];
  }

  /** Sets the numbers of a row. */
  public void set(int row, double max, double zeroth, double first, double second) {
    this.max[row] = max;
    this.zeroth[row] = zeroth;
    this.first[row] = first;
    this.second[row] = second;
  }
}

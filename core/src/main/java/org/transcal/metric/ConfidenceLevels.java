package org.transcal.metric;

/**
 * The distinct confidences in ascending order, each with how many rows had it and how many of those
 * were right.
 *
 * <p>Ties are one level and absent rows are none, so what is computed from levels depends neither
 * on the order of rows nor on how equal rows are written down. There is at least one level.
 * Instances are immutable.
 */
public final class ConfidenceLevels {
  private final int size;
  private final double[] confidence;
  private final double[] count;
  private final double[] correct;
  private final double total;

  /** Shares the first {@code size} elements of each array. */
  ConfidenceLevels(int size, double[] confidence, double[] count, double[] correct) {
    this.size = size;
    this.confidence = confidence;
    this.count = count;
    this.correct = correct;
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += count[i];
    }
    this.total = sum;
  }

  /** Number of levels. */
  public int size() {
    return size;
  }

  /** The confidence of a level; it increases with the level. */
  public double confidence(int level) {
    return confidence[level];
  }

  /** Rows of a level, by frequency; above 0. */
  public double count(int level) {
    return count[level];
  }

  /** Rows of a level that were right, by frequency. */
  public double correct(int level) {
    return correct[level];
  }

  /** Σ (confidence − correctness) over the rows of a level: above 0 where it promised too much. */
  public double gap(int level) {
    return count[level] * confidence[level] - correct[level];
  }

  /** All rows, by frequency. */
  public double total() {
    return total;
  }
}

package org.transcal.spark.rows;

import org.transcal.matrix.Matrix;

/**
 * Rows of one split, checked and packed, as the executor that read them caches them. Matrices that
 * the fit does not need have no columns.
 */
public final class RowBlock implements Chunk {
  private static final long serialVersionUID = 1L;

  private final Split split;
  private final BlockMatrix features;
  private final BlockMatrix logits;
  private final int[] labels;
  private final double[] importance;

  RowBlock(
      Split split, BlockMatrix features, BlockMatrix logits, int[] labels, double[] importance) {
    this.split = split;
    this.features = features;
    this.logits = logits;
    this.labels = labels;
    this.importance = importance;
  }

  /** The split of all rows. */
  public Split split() {
    return split;
  }

  /** Number of rows. */
  public int rows() {
    return features().rows();
  }

  /** Features, rows by d. */
  public Matrix features() {
    return features.matrix();
  }

  /** Logits, rows by K. */
  public Matrix logits() {
    return logits.matrix();
  }

  /** Labels of source validation rows, not copied. */
  public int[] labels() {
    return labels;
  }

  /** Given importance weights of source validation rows, not copied. */
  public double[] importance() {
    return importance;
  }
}

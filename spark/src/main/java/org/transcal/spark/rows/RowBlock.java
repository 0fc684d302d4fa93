package org.transcal.spark.rows;

import org.transcal.matrix.Matrix;

/**
 * Some rows of one split, checked and packed, as they are cached on the machine that read them. A
 * part that the fit does not need has no columns.
 */
public final class RowBlock implements Chunk {
  private static final long serialVersionUID = 1L;

  private final Split split;
  private final int rows;
  private final BlockMatrix features;
  private final BlockMatrix logits;
  private final int[] labels;
  private final double[] importance;

  RowBlock(
      Split split,
      int rows,
      BlockMatrix features,
      BlockMatrix logits,
      int[] labels,
      double[] importance) {
    this.split = split;
    this.rows = rows;
    this.features = features;
    this.logits = logits;
    this.labels = labels;
    this.importance = importance;
  }

  /** The split all rows belong to. */
  public Split split() {
    return split;
  }

  /** Number of rows. */
  public int rows() {
    return rows;
  }

  /** Features, rows by d. */
  public Matrix features() {
    return features.matrix();
  }

  /** Logits, rows by K. */
  public Matrix logits() {
    return logits.matrix();
  }

  /** Labels of source validation rows; not to be changed. */
  public int[] labels() {
    return labels;
  }

  /** Importance weights that source validation rows brought; not to be changed. */
  public double[] importance() {
    return importance;
  }
}

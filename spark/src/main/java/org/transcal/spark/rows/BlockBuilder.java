package org.transcal.spark.rows;

import java.util.Arrays;

/** Collects rows of one split into a block. */
final class BlockBuilder {
  private static final int MOST_ROWS = 4096;
  private static final int MOST_VALUES = 1 << 16;

  private final Split split;
  private int columns = -1;
  private int classes = -1;
  private int capacity;
  private int rows;
  private double[] features = {};
  private double[] logits = {};
  private int[] labels = {};
  private double[] importance = {};

  BlockBuilder(Split split) {
    this.split = split;
  }

  /** Whether a row of these sizes can go into the same block as those before. */
  boolean takes(int rowColumns, int rowClasses) {
    return rows == 0 || (rows < capacity && rowColumns == columns && rowClasses == classes);
  }

  boolean isEmpty() {
    return rows == 0;
  }

  void add(double[] rowFeatures, double[] rowLogits, int label, double weight) {
    if (rows == 0 && (rowFeatures.length != columns || rowLogits.length != classes)) {
      start(rowFeatures.length, rowLogits.length);
    }
    System.arraycopy(rowFeatures, 0, features, rows * columns, columns);
    System.arraycopy(rowLogits, 0, logits, rows * classes, classes);
    labels[rows] = label;
    importance[rows] = weight;
    rows++;
  }

  private void start(int rowColumns, int rowClasses) {
    columns = rowColumns;
    classes = rowClasses;
    capacity = Math.max(1, Math.min(MOST_ROWS, MOST_VALUES / (columns + classes)));
    features = new double[capacity * columns];
    logits = new double[capacity * classes];
    labels = new int[capacity];
    importance = new double[capacity];
  }

  /** The block of the rows so far; the next row starts another. */
  RowBlock build() {
    boolean labelled = split == Split.SOURCE_VALIDATION;
    RowBlock block =
        new RowBlock(
            split,
            rows,
            BlockMatrix.copyOf(features, rows, columns),
            BlockMatrix.copyOf(logits, rows, classes),
            labelled ? Arrays.copyOf(labels, rows) : new int[0],
            labelled ? Arrays.copyOf(importance, rows) : new double[0]);
    rows = 0;
    return block;
  }
}

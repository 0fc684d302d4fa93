package org.transcal.spark.rows;

import java.util.ArrayList;
import java.util.List;

/** Collects rows of one split into a block. */
final class BlockBuilder {
  private static final int MAX_ROWS = 4096;
  private static final int MAX_VALUES = 1 << 16;

  private final Split split;
  private final List<double[]> features = new ArrayList<>();
  private final List<double[]> logits = new ArrayList<>();
  private final List<Integer> labels = new ArrayList<>();
  private final List<Double> importance = new ArrayList<>();

  BlockBuilder(Split split) {
    this.split = split;
  }

  /** Whether a row of these sizes must start another block. */
  boolean isFullFor(int columns, int classes) {
    int rows = features.size();
    return rows > 0
        && (columns != features.get(0).length
            || classes != logits.get(0).length
            || rows >= MAX_ROWS
            || (rows + 1) * (columns + classes) > MAX_VALUES);
  }

  boolean isEmpty() {
    return features.isEmpty();
  }

  void add(double[] rowFeatures, double[] rowLogits, int label, double weight) {
    features.add(rowFeatures);
    logits.add(rowLogits);
    if (split == Split.SOURCE_VALIDATION) {
      labels.add(label);
      importance.add(weight);
    }
  }

  /** The block of the rows so far; the next row starts another. */
  RowBlock build() {
    RowBlock block =
        new RowBlock(
            split,
            new BlockMatrix(features),
            new BlockMatrix(logits),
            labels.stream().mapToInt(Integer::intValue).toArray(),
            importance.stream().mapToDouble(Double::doubleValue).toArray());
    features.clear();
    logits.clear();
    labels.clear();
    importance.clear();
    return block;
  }
}

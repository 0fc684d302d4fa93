package org.transcal.spark.rows;

import java.io.Serializable;
import java.util.BitSet;
import org.slf4j.LoggerFactory;
import org.transcal.matrix.Matrix;

/**
 * Result of the first pass over the rows: their number, their sizes and the bounds of their
 * features. None of these depends on row order.
 */
public final class RowStatistics implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long[] rows = new long[Split.values().length];
  private final InvalidRows invalid = new InvalidRows();
  private final VectorSizes features = new VectorSizes();
  private final VectorSizes logits = new VectorSizes();
  private final BitSet labels = new BitSet();
  private double[] low = {};
  private double[] high = {};

  RowStatistics add(Chunk chunk) {
    if (chunk instanceof InvalidRows found) {
      invalid.add(found);
    } else if (chunk instanceof RowBlock block) {
      add(block);
    }
    return this;
  }

  private void add(RowBlock block) {
    rows[block.split().ordinal()] += block.rows();
    Matrix values = block.features();
    features.add(values);
    logits.add(block.logits());
    for (int label : block.labels()) {
      labels.set(label);
    }
    if (values.columns() > 0 && block.split() != Split.SOURCE_VALIDATION) {
      double[] row = new double[values.columns()];
      for (int i = 0; i < values.rows(); i++) {
        values.copyRow(i, row);
        widen(row, row);
      }
    }
  }

  /** Rows of other sizes do not matter here: {@link #requireValid} refuses them. */
  private void widen(double[] least, double[] largest) {
    if (low.length == 0) {
      low = least.clone();
      high = largest.clone();
    }
    for (int j = 0; j < Math.min(low.length, least.length); j++) {
      low[j] = Math.min(low[j], least[j]);
      high[j] = Math.max(high[j], largest[j]);
    }
  }

  RowStatistics merge(RowStatistics other) {
    for (int s = 0; s < rows.length; s++) {
      rows[s] += other.rows[s];
    }
    invalid.add(other.invalid);
    features.merge(other.features);
    logits.merge(other.logits);
    labels.or(other.labels);
    widen(other.low, other.high);
    return this;
  }

  /** Fails if there are invalid rows, or logs which are left out. */
  void requireValid(RowPlan plan) {
    for (String message : invalid.messages()) {
      if (plan.invalid() == HandleInvalid.ERROR) {
        throw new IllegalArgumentException(message);
      }
      LoggerFactory.getLogger(TaskRows.class).warn("Rows left out of the fit. {}", message);
    }
    features.require(plan.columns().features());
    logits.require(plan.columns().logits());
  }

  /** Number of rows of a split. */
  public long rows(Split split) {
    return rows[split.ordinal()];
  }

  /** Number of classes, K. */
  public int classes() {
    return logits.require("logits");
  }

  /** The first class without source validation rows, or −1. */
  public int absentClass() {
    int absent = labels.nextClearBit(0);
    return absent < classes() ? absent : -1;
  }

  /** Smallest value of each feature in source training and target rows. */
  public double[] low() {
    return low.clone();
  }

  /** Largest value of each feature in source training and target rows. */
  public double[] high() {
    return high.clone();
  }
}

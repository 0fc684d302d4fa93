package org.transcal.spark.rows;

import java.io.Serializable;
import java.util.Arrays;
import org.slf4j.LoggerFactory;
import org.transcal.matrix.Matrix;

/**
 * What the first pass over the rows finds out: how many there are, of which sizes, and within which
 * bounds their features lie. Counts, minima and maxima do not depend on the order of rows.
 */
public final class Census implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long[] rows = new long[Split.values().length];
  private final BadRows bad = new BadRows();
  private final Sizes features = new Sizes();
  private final Sizes logits = new Sizes();
  private long[] classCounts = {};
  private double[] low = {};
  private double[] high = {};

  Census add(Chunk chunk) {
    if (chunk instanceof BadRows found) {
      bad.add(found);
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
      count(label, 1);
    }
    if (values.columns() > 0 && block.split() != Split.SOURCE_VALIDATION) {
      double[] row = new double[values.columns()];
      widen(row.length);
      for (int i = 0; i < values.rows(); i++) {
        values.copyRow(i, row);
        for (int j = 0; j < row.length; j++) {
          low[j] = Math.min(low[j], row[j]);
          high[j] = Math.max(high[j], row[j]);
        }
      }
    }
  }

  private void count(int label, long times) {
    if (label >= classCounts.length) {
      classCounts = Arrays.copyOf(classCounts, Math.max(label + 1, 2 * classCounts.length));
    }
    classCounts[label] += times;
  }

  private void widen(int columns) {
    int before = low.length;
    if (columns > before) {
      low = Arrays.copyOf(low, columns);
      high = Arrays.copyOf(high, columns);
      Arrays.fill(low, before, columns, Double.POSITIVE_INFINITY);
      Arrays.fill(high, before, columns, Double.NEGATIVE_INFINITY);
    }
  }

  Census merge(Census other) {
    for (int s = 0; s < rows.length; s++) {
      rows[s] += other.rows[s];
    }
    bad.add(other.bad);
    features.merge(other.features);
    logits.merge(other.logits);
    for (int k = 0; k < other.classCounts.length; k++) {
      if (other.classCounts[k] > 0) {
        count(k, other.classCounts[k]);
      }
    }
    widen(other.low.length);
    for (int j = 0; j < other.low.length; j++) {
      low[j] = Math.min(low[j], other.low[j]);
      high[j] = Math.max(high[j], other.high[j]);
    }
    return this;
  }

  /** Fails where some row cannot be used, or says which are left out. */
  void requireGood(RowPlan plan) {
    for (String message : bad.messages()) {
      if (plan.invalid() == HandleInvalid.ERROR) {
        // The first problem; fixing it shows the next, if there is one.
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

  /** Number of features, d; 0 where none were read. */
  public int columns() {
    return features.require("features");
  }

  /** The first class that no source validation row has, or −1. */
  public int absentClass() {
    for (int k = 0; k < classes(); k++) {
      if (k >= classCounts.length || classCounts[k] == 0) {
        return k;
      }
    }
    return -1;
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

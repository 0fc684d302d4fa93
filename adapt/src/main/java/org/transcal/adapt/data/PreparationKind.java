package org.transcal.adapt.data;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.transcal.io.dataset.FeatureRows;
import org.transcal.io.dataset.SparseRows;

/** What is done to values before a network sees them. */
public enum PreparationKind {
  /** Nothing. */
  NONE("values as they are"),
  /** The logarithm of one plus a count; zeros stay zeros. */
  LOG("log(1 + count)"),
  /** Rows divided by their sum, then columns standardised. */
  HISTOGRAM("rows divided by their sum, then columns standardised"),
  /** Columns with mean 0 and variance 1; sparse ones are scaled but not shifted. */
  STANDARDIZE("columns standardised");

  private static final double SAME_SUM = 1e-3;

  private final String meaning;

  PreparationKind(String meaning) {
    this.meaning = meaning;
  }

  /** In a few words. */
  public String meaning() {
    return meaning;
  }

  /** The name as commands and files have it, such as {@code log}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind of that name. */
  public static Optional<PreparationKind> named(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }

  /**
   * What suits the values: the logarithm for sparse counts, histograms for dense values that are
   * counts or rows of one sum, else standardised columns.
   */
  public static PreparationKind suiting(FeatureRows features, int[] rows) {
    Look look = new Look();
    double[] row = new double[features instanceof SparseRows ? 0 : features.columns()];
    for (int i : rows) {
      if (features instanceof SparseRows sparse) {
        for (int at = sparse.start(i); at < sparse.start(i + 1); at++) {
          look.at(sparse.value(at));
        }
      } else {
        features.copyRow(i, row);
        for (double value : row) {
          look.at(value);
        }
      }
      look.endRow();
    }
    if (look.negative) {
      return STANDARDIZE;
    }
    if (features instanceof SparseRows) {
      return LOG;
    }
    return look.isHistogram() ? HISTOGRAM : STANDARDIZE;
  }

  /** What values look like. */
  private static final class Look {
    private boolean negative;
    private boolean fractional;
    private double sum;
    private double least = Double.POSITIVE_INFINITY;
    private double most;

    void at(double value) {
      negative |= value < 0;
      fractional |= value != Math.rint(value);
      sum += value;
    }

    void endRow() {
      least = Math.min(least, sum);
      most = Math.max(most, sum);
      sum = 0;
    }

    boolean isHistogram() {
      return !fractional || least > (1 - SAME_SUM) * most;
    }
  }
}

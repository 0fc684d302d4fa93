package org.transcal.adapt.data;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.transcal.io.dataset.FeatureRows;
import org.transcal.io.dataset.SparseRows;

/** How values are transformed before they enter a network. */
public enum PreparationKind {
  NONE("unchanged"),
  /** The logarithm of 1 + count; zeros stay zeros. */
  LOG("log(1 + count)"),
  /** Rows divided by their sum, then columns standardised. */
  HISTOGRAM("rows divided by their sum, then columns standardised"),
  /** Columns with mean 0 and variance 1; sparse ones are scaled but not shifted. */
  STANDARDIZE("columns standardised"),
  /** Channels of images with mean 0 and variance 1. */
  CHANNELS("channels of images standardised");

  private static final double EQUAL_SUMS = 1e-3;

  private final String description;

  PreparationKind(String description) {
    this.description = description;
  }

  public String description() {
    return description;
  }

  /** The name in commands and files, such as {@code log}. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<PreparationKind> named(String name) {
    return Arrays.stream(values()).filter(kind -> kind.optionName().equals(name)).findFirst();
  }

  boolean standardizesColumns() {
    return this == HISTOGRAM || this == STANDARDIZE || this == CHANNELS;
  }

  boolean needsCounts() {
    return this == LOG || this == HISTOGRAM;
  }

  /**
   * The kind that suits the values: {@link #CHANNELS} for images, {@link #LOG} for sparse counts,
   * {@link #HISTOGRAM} for dense counts and rows of equal sums, {@link #STANDARDIZE} for everything
   * else.
   */
  public static PreparationKind detect(FeatureRows features, int[] rows) {
    if (features instanceof FeatureRows.Images) {
      return CHANNELS;
    }
    boolean sparse = features instanceof SparseRows;
    boolean integral = true;
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    double[] row = new double[features.columns()];
    for (int i : rows) {
      double[] values = sparse ? nonZero((SparseRows) features, i) : row;
      if (!sparse) {
        features.copyRow(i, row);
      }
      double sum = 0;
      for (double value : values) {
        if (value < 0) {
          return STANDARDIZE;
        }
        integral &= value == Math.rint(value);
        sum += value;
      }
      least = Math.min(least, sum);
      most = Math.max(most, sum);
    }
    if (sparse) {
      return LOG;
    }
    return integral || least > (1 - EQUAL_SUMS) * most ? HISTOGRAM : STANDARDIZE;
  }

  private static double[] nonZero(SparseRows rows, int row) {
    double[] values = new double[rows.start(row + 1) - rows.start(row)];
    Arrays.setAll(values, k -> rows.value(rows.start(row) + k));
    return values;
  }
}

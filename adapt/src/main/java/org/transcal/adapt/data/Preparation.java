package org.transcal.adapt.data;

import java.util.Arrays;
import org.transcal.io.dataset.FeatureRows;
import org.transcal.io.dataset.SparseRows;
import org.transcal.io.file.InputException;

/**
 * What is done to values before a network sees them, with the numbers that it needs: found once on
 * rows without their labels, then the same for every row.
 */
public final class Preparation {
  private final PreparationKind kind;
  private final float[] mean;
  private final float[] scale;

  private Preparation(PreparationKind kind, float[] mean, float[] scale) {
    this.kind = kind;
    this.mean = mean;
    this.scale = scale;
  }

  /**
   * Finds the numbers on some rows of a data set.
   *
   * @throws InputException if a value does not suit the kind or single precision
   */
  public static Preparation fit(PreparationKind kind, FeatureRows features, int[] rows) {
    if (!standardizes(kind)) {
      return new Preparation(kind, new float[0], new float[0]);
    }
    int columns = features.columns();
    double[] sum = new double[columns];
    double[] squares = new double[columns];
    double[] values = new double[columns];
    // Two passes: squared deviations from the mean lose no digits where the mean is large.
    for (int row : rows) {
      prepareRow(kind, features, row, values);
      for (int j = 0; j < columns; j++) {
        sum[j] += values[j];
      }
    }
    for (int j = 0; j < columns; j++) {
      sum[j] /= rows.length;
    }
    for (int row : rows) {
      prepareRow(kind, features, row, values);
      for (int j = 0; j < columns; j++) {
        double deviation = values[j] - sum[j];
        squares[j] += deviation * deviation;
      }
    }
    float[] mean = new float[columns];
    float[] scale = new float[columns];
    for (int j = 0; j < columns; j++) {
      double deviation = Math.sqrt(squares[j] / rows.length);
      // A column that never changes says nothing: only its mean is taken away.
      scale[j] = deviation > 0 && Float.isFinite((float) (1 / deviation)) ? (float) deviation : 1;
      mean[j] = features instanceof SparseRows ? 0 : (float) sum[j];
    }
    return new Preparation(kind, mean, scale);
  }

  /** From numbers found earlier; arrays are shared, and empty where the kind needs none. */
  public static Preparation of(PreparationKind kind, float[] mean, float[] scale) {
    if (mean.length != scale.length || standardizes(kind) != mean.length > 0) {
      throw new IllegalArgumentException(
          "Preparation "
              + kind.word()
              + " has "
              + mean.length
              + " means and "
              + scale.length
              + " scales");
    }
    for (int j = 0; j < scale.length; j++) {
      if (!(scale[j] > 0 && scale[j] <= Float.MAX_VALUE && Float.isFinite(mean[j]))) {
        throw new IllegalArgumentException(
            "Preparation of column "
                + j
                + " has mean "
                + mean[j]
                + " and scale "
                + scale[j]
                + "; they must be finite, and the scale above 0");
      }
    }
    return new Preparation(kind, mean, scale);
  }

  private static boolean standardizes(PreparationKind kind) {
    return kind == PreparationKind.HISTOGRAM || kind == PreparationKind.STANDARDIZE;
  }

  /** The kind. */
  public PreparationKind kind() {
    return kind;
  }

  /** Means of the columns; empty where the kind needs none. */
  public float[] mean() {
    return mean.clone();
  }

  /** Scales of the columns; empty where the kind needs none. */
  public float[] scale() {
    return scale.clone();
  }

  /**
   * Prepares some rows, sparse ones to sparse ones.
   *
   * @throws InputException where a value does not suit the kind
   */
  public InputRows prepare(FeatureRows features, int[] rows) {
    if (mean.length > 0 && mean.length != features.columns()) {
      throw new InputException(
          "Rows have " + features.columns() + " columns where " + mean.length + " are needed");
    }
    return features instanceof SparseRows sparse
        ? prepareSparse(sparse, rows)
        : prepareDense(features, rows);
  }

  private InputRows prepareDense(FeatureRows features, int[] rows) {
    int columns = features.columns();
    float[] prepared = new float[Math.multiplyExact(rows.length, columns)];
    double[] values = new double[columns];
    for (int i = 0; i < rows.length; i++) {
      prepareRow(kind, features, rows[i], values);
      for (int j = 0; j < columns; j++) {
        double value = mean.length == 0 ? values[j] : (values[j] - mean[j]) / scale[j];
        prepared[i * columns + j] = finite((float) value, rows[i], j);
      }
    }
    return new DenseInputs(prepared, rows.length, columns);
  }

  private InputRows prepareSparse(SparseRows features, int[] rows) {
    int[] starts = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      starts[i + 1] =
          Math.addExact(starts[i], features.start(rows[i] + 1) - features.start(rows[i]));
    }
    float[] values = new float[starts[rows.length]];
    int[] indices = new int[values.length];
    for (int i = 0; i < rows.length; i++) {
      double divisor = kind == PreparationKind.HISTOGRAM ? sum(features, rows[i]) : 1;
      int from = features.start(rows[i]);
      for (int k = 0; k < starts[i + 1] - starts[i]; k++) {
        int column = features.column(from + k);
        double value = single(kind, features.value(from + k) / divisor, rows[i], column);
        // Not shifted, or zeros would have to be kept.
        values[starts[i] + k] =
            finite((float) (scale.length == 0 ? value : value / scale[column]), rows[i], column);
        indices[starts[i] + k] = column;
      }
    }
    return new SparseInputs(values, indices, starts, features.columns());
  }

  private static double sum(SparseRows features, int row) {
    double sum = 0;
    for (int at = features.start(row); at < features.start(row + 1); at++) {
      sum += features.value(at);
    }
    return sum > 0 ? sum : 1;
  }

  /** One row up to the standardising of columns. */
  private static void prepareRow(
      PreparationKind kind, FeatureRows features, int row, double[] values) {
    features.copyRow(row, values);
    double divisor = 1;
    if (kind == PreparationKind.HISTOGRAM) {
      double sum = Arrays.stream(values).sum();
      divisor = sum > 0 ? sum : 1;
    }
    for (int j = 0; j < values.length; j++) {
      values[j] = single(kind, values[j] / divisor, row, j);
    }
  }

  private static double single(PreparationKind kind, double value, int row, int column) {
    boolean needsCounts = kind == PreparationKind.LOG || kind == PreparationKind.HISTOGRAM;
    if (needsCounts && value < 0) {
      throw new InputException(
          "Value at row "
              + row
              + ", column "
              + column
              + " is "
              + value
              + "; preparation "
              + kind.word()
              + " needs values that are not negative");
    }
    return kind == PreparationKind.LOG ? Math.log1p(value) : value;
  }

  private static float finite(float value, int row, int column) {
    if (!Float.isFinite(value)) {
      throw new InputException(
          "Value at row "
              + row
              + ", column "
              + column
              + " is too large for single precision"
              + " after preparation");
    }
    return value;
  }
}

package org.transcal.adapt.data;

import java.util.Arrays;
import java.util.Optional;
import org.transcal.io.dataset.FeatureRows;
import org.transcal.io.dataset.ImageShape;
import org.transcal.io.dataset.SparseRows;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.InputException;

/**
 * A transformation of values, fitted on rows without their labels and then applied to any row.
 *
 * @param kind how values are transformed
 * @param mean means of the columns; empty if the kind needs none; shared
 * @param scale scales of the columns; empty if the kind needs none; shared
 */
public record Preparation(PreparationKind kind, float[] mean, float[] scale) {
  public Preparation {
    if (mean.length != scale.length || kind.standardizesColumns() != mean.length > 0) {
      throw new IllegalArgumentException(
          "Preparation "
              + kind.optionName()
              + " has "
              + mean.length
              + " means and "
              + scale.length
              + " scales");
    }
    for (int j = 0; j < scale.length; j++) {
      if (!(scale[j] > 0 && scale[j] <= Float.MAX_VALUE && Float.isFinite(mean[j]))) {
        String found = "mean " + mean[j] + " and scale " + scale[j];
        throw new IllegalArgumentException(
            "Preparation of column "
                + j
                + " has "
                + found
                + "; they must be finite, and the scale above 0");
      }
    }
  }

  /**
   * Fits the means and scales of columns.
   *
   * @throws InputException if a value does not suit the kind or single precision
   */
  public static Preparation fit(PreparationKind kind, FeatureRows features, int[] rows) {
    if (!kind.standardizesColumns()) {
      return new Preparation(kind, new float[0], new float[0]);
    }
    if (kind == PreparationKind.CHANNELS && !(features instanceof FeatureRows.Images)) {
      throw new InputException("Preparation channels needs images; these are rows of features");
    }
    int columns = features.columns();
    double[] means = new double[columns];
    double[] squares = new double[columns];
    double[] values = new double[columns];
    // Two passes: squared deviations from the mean lose no digits if the mean is large.
    for (int row : rows) {
      prepareRow(kind, features, row, values);
      for (int j = 0; j < columns; j++) {
        means[j] += values[j];
      }
    }
    for (int j = 0; j < columns; j++) {
      means[j] /= rows.length;
    }
    averageChannels(kind, features, means);
    for (int row : rows) {
      prepareRow(kind, features, row, values);
      for (int j = 0; j < columns; j++) {
        squares[j] += (values[j] - means[j]) * (values[j] - means[j]);
      }
    }
    averageChannels(kind, features, squares);
    float[] mean = new float[columns];
    float[] scale = new float[columns];
    for (int j = 0; j < columns; j++) {
      double deviation = Math.sqrt(squares[j] / rows.length);
      // A constant column is only shifted.
      scale[j] = deviation > 0 && Float.isFinite((float) (1 / deviation)) ? (float) deviation : 1;
      mean[j] = features instanceof SparseRows ? 0 : (float) means[j];
    }
    return new Preparation(kind, mean, scale);
  }

  /** Gives every pixel of a channel the channel's mean. */
  private static void averageChannels(PreparationKind kind, FeatureRows features, double[] values) {
    if (kind == PreparationKind.CHANNELS && features instanceof FeatureRows.Images images) {
      int pixels = values.length / images.shape().channels();
      for (int from = 0; from < values.length; from += pixels) {
        double mean = Arrays.stream(values, from, from + pixels).average().orElseThrow();
        Arrays.fill(values, from, from + pixels, mean);
      }
    }
  }

  /**
   * Prepares given rows; sparse rows stay sparse.
   *
   * @throws InputException if a value does not suit the kind
   */
  public InputRows prepare(FeatureRows features, int[] rows) {
    if (mean.length > 0 && mean.length != features.columns()) {
      throw new InputException(
          "Rows have " + features.columns() + " columns; " + mean.length + " are needed");
    }
    return features instanceof SparseRows sparse
        ? prepareSparse(sparse, rows)
        : prepareDense(features, rows);
  }

  private InputRows prepareDense(FeatureRows features, int[] rows) {
    int columns = features.columns();
    float[] prepared =
        Allocation.floats(rows.length + " prepared rows", (long) rows.length * columns);
    double[] values = new double[columns];
    for (int i = 0; i < rows.length; i++) {
      prepareRow(kind, features, rows[i], values);
      for (int j = 0; j < columns; j++) {
        double value = mean.length == 0 ? values[j] : (values[j] - mean[j]) / scale[j];
        prepared[i * columns + j] = requireFinite(value, rows[i], j);
      }
    }
    Optional<ImageShape> image =
        features instanceof FeatureRows.Images images
            ? Optional.of(images.shape())
            : Optional.empty();
    return new DenseInputs(prepared, rows.length, columns, image);
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
      int from = features.start(rows[i]);
      double sum = 0;
      for (int at = from; at < features.start(rows[i] + 1); at++) {
        sum += features.value(at);
      }
      for (int k = 0; k < starts[i + 1] - starts[i]; k++) {
        int column = features.column(from + k);
        double value = single(kind, features.value(from + k), sum, rows[i], column);
        // Not shifted, so that zeros stay zeros.
        double scaled = scale.length == 0 ? value : value / scale[column];
        values[starts[i] + k] = requireFinite(scaled, rows[i], column);
        indices[starts[i] + k] = column;
      }
    }
    return new SparseInputs(values, indices, starts, features.columns());
  }

  /** One row before columns are standardised. */
  private static void prepareRow(
      PreparationKind kind, FeatureRows features, int row, double[] values) {
    features.copyRow(row, values);
    double sum = Arrays.stream(values).sum();
    for (int j = 0; j < values.length; j++) {
      values[j] = single(kind, values[j], sum, row, j);
    }
  }

  private static double single(
      PreparationKind kind, double value, double rowSum, int row, int column) {
    if (kind.needsCounts() && value < 0) {
      throw InputException.of(
          "Value at row %d, column %d is %s; preparation %s needs values that are not negative",
          row, column, value, kind.optionName());
    }
    if (kind == PreparationKind.HISTOGRAM) {
      return rowSum > 0 ? value / rowSum : value;
    }
    return kind == PreparationKind.LOG ? Math.log1p(value) : value;
  }

  private static float requireFinite(double value, int row, int column) {
    if (!Float.isFinite((float) value)) {
      throw InputException.of(
          "Value at row %d, column %d is too large for single precision after preparation",
          row, column);
    }
    return (float) value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Preparation that
        && kind == that.kind
        && Arrays.equals(mean, that.mean)
        && Arrays.equals(scale, that.scale);
  }

  @Override
  public int hashCode() {
    return 31 * kind.hashCode() + Arrays.hashCode(scale);
  }

  @Override
  public String toString() {
    return "Preparation " + kind.optionName();
  }
}

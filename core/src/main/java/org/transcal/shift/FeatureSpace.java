package org.transcal.shift;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.parallel.Parallel;
import org.transcal.task.DomainFeatures;

/**
 * Features on a common scale: centred on the source training rows, each column divided by its
 * spread within the two domains, and, if there are many columns, projected onto the leading
 * principal axes of the source training rows.
 *
 * <p>A column's spread is the root mean of its two variances, source training and target: a unit
 * that is silent in the source but not in the target would otherwise be scaled up without limit.
 *
 * <p>Deviation: the axes are found by {@value #ROUNDS} rounds of subspace iteration from a fixed
 * start, on at most {@value #ROWS} evenly spaced rows: which of two nearly equal axes comes last
 * does not matter to distances or linear scores.
 *
 * <p>Cost: with more than {@value #MOST_COLUMNS} columns a few passes over those rows.
 *
 * @param sourceTrain source training rows
 * @param sourceValidation source validation rows
 * @param target target rows
 */
public record FeatureSpace(Matrix sourceTrain, Matrix sourceValidation, Matrix target) {
  /** No more columns than this are kept. */
  public static final int MOST_COLUMNS = 64;

  private static final int ROUNDS = 6;
  private static final int ROWS = 2000;
  private static final long START_SEED = 64;

  /** Axes that fit in cache beside a row. */
  private static final int AXES_AT_ONCE = 8;

  /** The features of a task, scaled once for all resamples; it must have features. */
  public static FeatureSpace of(PreparedTask prepared) {
    return prepared.deriveOnce(
        FeatureSpace.class,
        p -> of(p.task().features().orElseThrow(), p.task().target().frequencies()));
  }

  static FeatureSpace of(DomainFeatures features, Frequencies targetFrequencies) {
    int columns = features.columns();
    Frequencies trainFrequencies = features.sourceTrainFrequencies();
    double[] sourceMean = mean(features.sourceTrain(), trainFrequencies, (x, j) -> x);
    double[] targetMean = mean(features.target(), targetFrequencies, (x, j) -> x);
    double[] sourceVariance = variance(features.sourceTrain(), trainFrequencies, sourceMean);
    double[] targetVariance = variance(features.target(), targetFrequencies, targetMean);
    double[] scale = new double[columns];
    for (int j = 0; j < columns; j++) {
      double spread = Math.sqrt((sourceVariance[j] + targetVariance[j]) / 2);
      // A column that is constant in both domains says nothing.
      scale[j] = spread > 1e-12 * (1 + Math.abs(sourceMean[j])) ? 1 / spread : 0;
    }
    Matrix train = scaled(features.sourceTrain(), sourceMean, scale);
    Matrix validation = scaled(features.sourceValidation(), sourceMean, scale);
    Matrix target = scaled(features.target(), sourceMean, scale);
    if (columns <= MOST_COLUMNS) {
      return new FeatureSpace(train, validation, target);
    }
    double[][] axes = leadingAxes(train, trainFrequencies);
    return new FeatureSpace(onto(axes, train), onto(axes, validation), onto(axes, target));
  }

  /** Number of columns kept. */
  public int columns() {
    return target.columns();
  }

  private interface ColumnValue {
    double of(double value, int column);
  }

  /** Mean over rows of a function of each column's values. */
  private static double[] mean(Matrix rows, Frequencies frequencies, ColumnValue function) {
    double[] sum = new double[rows.columns()];
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.rows(); i++) {
      if (frequencies.get(i) > 0) {
        rows.copyRow(i, row);
        for (int j = 0; j < row.length; j++) {
          sum[j] += frequencies.get(i) * function.of(row[j], j);
        }
      }
    }
    Arrays.setAll(sum, j -> sum[j] / frequencies.total());
    return sum;
  }

  private static double[] variance(Matrix rows, Frequencies frequencies, double[] mean) {
    return mean(rows, frequencies, (x, j) -> (x - mean[j]) * (x - mean[j]));
  }

  private static Matrix scaled(Matrix rows, double[] mean, double[] scale) {
    int columns = mean.length;
    double[] values = new double[Math.multiplyExact(rows.rows(), columns)];
    double[] row = new double[columns];
    for (int i = 0; i < rows.rows(); i++) {
      rows.copyRow(i, row);
      for (int j = 0; j < columns; j++) {
        values[i * columns + j] = (row[j] - mean[j]) * scale[j];
      }
    }
    return Matrix.wrap(values, rows.rows(), columns);
  }

  /** An orthonormal basis of approximately the space in which the rows vary most. */
  private static double[][] leadingAxes(Matrix rows, Frequencies frequencies) {
    int step = Math.max(1, rows.rows() / ROWS);
    int columns = rows.columns();
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(START_SEED);
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    double[][] axes = new double[MOST_COLUMNS][columns];
    for (double[] axis : axes) {
      Arrays.setAll(axis, j -> gaussian.sample());
    }
    orthonormalize(axes);
    for (int round = 0; round < ROUNDS; round++) {
      double[][] current = axes;
      double[][] next = new double[MOST_COLUMNS][columns];
      Parallel.forEach(
          MOST_COLUMNS / AXES_AT_ONCE,
          group -> {
            for (int i = 0; i < rows.rows(); i += step) {
              for (int a = group * AXES_AT_ONCE; a < (group + 1) * AXES_AT_ONCE; a++) {
                double score = Kernels.rowDot(rows, i, current[a]);
                Kernels.addRow(rows, i, frequencies.get(i) * score, next[a]);
              }
            }
          });
      orthonormalize(next);
      axes = next;
    }
    return axes;
  }

  /** Gram-Schmidt, twice for accuracy; an axis with nothing left becomes 0. */
  private static void orthonormalize(double[][] axes) {
    for (int a = 0; a < axes.length; a++) {
      double[] axis = axes[a];
      double before = norm(axis);
      for (int pass = 0; pass < 2; pass++) {
        for (int b = 0; b < a; b++) {
          double[] other = axes[b];
          double overlap = Kernels.dot(axis, other, axis.length);
          Arrays.setAll(axis, j -> axis[j] - overlap * other[j]);
        }
      }
      double left = norm(axis);
      double unit = left > 1e-10 * before ? 1 / left : 0;
      Arrays.setAll(axis, j -> axis[j] * unit);
    }
  }

  private static double norm(double[] x) {
    return Math.sqrt(Kernels.dot(x, x, x.length));
  }

  private static Matrix onto(double[][] axes, Matrix rows) {
    double[] values = new double[Math.multiplyExact(rows.rows(), axes.length)];
    Arrays.setAll(values, at -> Kernels.rowDot(rows, at / axes.length, axes[at % axes.length]));
    return Matrix.wrap(values, rows.rows(), axes.length);
  }
}

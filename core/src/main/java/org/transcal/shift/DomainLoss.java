package org.transcal.shift;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.optim.DifferentiableFunction;

/**
 * The penalised loss of a {@link DomainClassifier} in variables that make it round: features are
 * centred (only the intercept notices) and coefficient j is measured in units of its curvature at
 * 0. The value is unchanged.
 */
final class DomainLoss implements DifferentiableFunction {
  /** A column farther from 0 than this many deviations, or units, is centred in a copy. */
  private static final double FAR = 1e3;

  private final Matrix source;
  private final Matrix target;
  private final double[] sourceCounts;
  private final double[] targetCounts;
  private final double[] moved;
  private final double[] center;
  private final double[] unit;
  private final double total;
  private final int columns;

  DomainLoss(DomainFeatures features, double[] sourceCounts, double[] targetCounts) {
    this.sourceCounts = sourceCounts;
    this.targetCounts = targetCounts;
    this.columns = features.columns();
    this.total = Arrays.stream(sourceCounts).sum() + Arrays.stream(targetCounts).sum();
    double[] means = means(features.sourceTrain(), features.target());
    double[] squares = squares(features.sourceTrain(), features.target(), means);
    boolean far = false;
    for (int j = 0; j < columns; j++) {
      far |= Math.abs(means[j]) > FAR * Math.max(1, Math.sqrt(squares[j] / total));
    }
    // Subtracting center · slope after the sums would leave their rounding, which a search takes
    // for slopes: far from 0 it never ends. Near 0 the copy would buy nothing.
    this.moved = far ? means : new double[columns];
    this.source = far ? minus(features.sourceTrain(), means) : features.sourceTrain();
    this.target = far ? minus(features.target(), means) : features.target();
    this.center = far ? means(source, target) : means;
    this.unit = new double[columns + 1];
    for (int j = 0; j < columns; j++) {
      unit[j] = 1 / Math.sqrt(squares[j] / 4 + 1);
    }
    unit[columns] = 1 / Math.sqrt(total / 4);
  }

  private double[] means(Matrix sourceRows, Matrix targetRows) {
    double[] means = new double[columns];
    addRows(sourceRows, sourceCounts, means);
    addRows(targetRows, targetCounts, means);
    Arrays.setAll(means, j -> means[j] / total);
    return means;
  }

  private double[] squares(Matrix sourceRows, Matrix targetRows, double[] means) {
    double[] squares = new double[columns];
    addSquares(sourceRows, sourceCounts, means, squares);
    addSquares(targetRows, targetCounts, means, squares);
    return squares;
  }

  private static Matrix minus(Matrix rows, double[] offset) {
    double[] copy = new double[Math.multiplyExact(rows.rows(), rows.columns())];
    Arrays.setAll(
        copy, at -> rows.get(at / offset.length, at % offset.length) - offset[at % offset.length]);
    return Matrix.wrap(copy, rows.rows(), rows.columns());
  }

  /**
   * Norm of the gradient that rounding alone causes: each of n additions to a sum errs by an ulp of
   * it at most, and errors of random sign add up to √n of them.
   */
  double gradientRounding() {
    double[] sizes = new double[columns];
    addSizes(source, sourceCounts, sizes);
    addSizes(target, targetCounts, sizes);
    double sum = total * unit[columns] * total * unit[columns];
    for (int j = 0; j < columns; j++) {
      double size = (sizes[j] + total * Math.abs(center[j])) * unit[j];
      sum += size * size;
    }
    return Math.ulp(0.5) * Math.sqrt((source.rows() + target.rows()) * sum);
  }

  private static void addSizes(Matrix rows, double[] counts, double[] sums) {
    double[] row = new double[sums.length];
    for (int i = 0; i < rows.rows(); i++) {
      rows.copyRow(i, row);
      for (int j = 0; j < sums.length; j++) {
        sums[j] += counts[i] * Math.abs(row[j]);
      }
    }
  }

  private static void addRows(Matrix rows, double[] counts, double[] sums) {
    for (int i = 0; i < rows.rows(); i++) {
      if (counts[i] > 0) {
        Kernels.addRow(rows, i, counts[i], sums);
      }
    }
  }

  private static void addSquares(Matrix rows, double[] counts, double[] means, double[] sums) {
    double[] row = new double[sums.length];
    for (int i = 0; i < rows.rows(); i++) {
      rows.copyRow(i, row);
      for (int j = 0; j < sums.length; j++) {
        double centred = row[j] - means[j];
        sums[j] += counts[i] * centred * centred;
      }
    }
  }

  double[] coefficients(double[] point) {
    double[] coefficients = new double[columns];
    Arrays.setAll(coefficients, j -> point[j] * unit[j]);
    return coefficients;
  }

  /** The intercept for the features as they were given. */
  double intercept(double[] point) {
    double intercept = ownIntercept(point);
    for (int j = 0; j < columns; j++) {
      intercept -= point[j] * unit[j] * moved[j];
    }
    return intercept;
  }

  private double ownIntercept(double[] point) {
    double intercept = point[columns] * unit[columns];
    for (int j = 0; j < columns; j++) {
      intercept -= point[j] * unit[j] * center[j];
    }
    return intercept;
  }

  @Override
  public double evaluate(double[] point, double[] gradient) {
    double[] coefficients = coefficients(point);
    double intercept = ownIntercept(point);
    double[] slope = new double[columns + 1];
    double value =
        domainLoss(source, sourceCounts, 1, coefficients, intercept, slope)
            + domainLoss(target, targetCounts, -1, coefficients, intercept, slope);
    for (int j = 0; j < columns; j++) {
      value += coefficients[j] * coefficients[j] / 2;
      gradient[j] = (slope[j] - slope[columns] * center[j] + coefficients[j]) * unit[j];
    }
    gradient[columns] = slope[columns] * unit[columns];
    return value;
  }

  /** Adds Σ count · log(1 + exp(−sign · score)) and its slopes. */
  private double domainLoss(
      Matrix rows,
      double[] counts,
      int sign,
      double[] coefficients,
      double intercept,
      double[] slope) {
    double value = 0;
    for (int i = 0; i < rows.rows(); i++) {
      if (counts[i] > 0) {
        double margin = sign * (Kernels.rowDot(rows, i, coefficients) + intercept);
        double e = Math.exp(-Math.abs(margin));
        value += counts[i] * (Math.log1p(e) + Math.max(0, -margin));
        double wrong = margin >= 0 ? e / (1 + e) : 1 / (1 + e);
        double residual = -sign * counts[i] * wrong;
        Kernels.addRow(rows, i, residual, slope);
        slope[columns] += residual;
      }
    }
    return value;
  }
}

package org.transcal.spark.shift;

import java.io.Serializable;
import java.util.Iterator;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.optim.Cholesky;
import org.transcal.spark.rows.RowBlock;
import org.transcal.spark.rows.Split;
import org.transcal.spark.sum.ExactSums;

/**
 * Second derivatives of the loss from a sample of the rows, which make the variables round in which
 * the search runs.
 *
 * <p>A row is in the sample by what it holds, not by where it is: neither order nor partitioning
 * changes the sample, and no row leaves its machine.
 */
final class CurvaturePass implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int SAMPLE_PER_COLUMN = 8;
  private static final int SMALLEST_SAMPLE = 4096;

  private final DomainFrame frame;
  private final double[] point;
  private final double[] share = new double[2];

  CurvaturePass(DomainFrame frame, double[] point) {
    this.frame = frame;
    this.point = point;
    double wanted = Math.max(SMALLEST_SAMPLE, SAMPLE_PER_COLUMN * frame.columns());
    for (int domain = 0; domain < 2; domain++) {
      share[domain] = Math.min(1, wanted / frame.rows(domain));
    }
  }

  /** Rows sampled and products of columns, the lower triangle with the intercept last. */
  private int stride() {
    int size = frame.columns() + 1;
    return 1 + size * (size + 1) / 2;
  }

  private double reach(int variable) {
    return variable == frame.columns() ? 1 : frame.reach(variable);
  }

  ExactSums empty() {
    double[] bounds = new double[2 * stride()];
    for (int domain = 0; domain < 2; domain++) {
      int at = domain * stride();
      bounds[at++] = 1;
      for (int j = 0; j <= frame.columns(); j++) {
        for (int k = 0; k <= j; k++) {
          bounds[at++] = reach(j) * reach(k) / 3;
        }
      }
    }
    return ExactSums.bounded(bounds);
  }

  ExactSums sum(Iterator<RowBlock> blocks, ExactSums empty) {
    ExactSums sums = empty.fresh();
    int columns = frame.columns();
    double[] row = new double[columns];
    double[] variables = new double[columns + 1];
    variables[columns] = 1;
    Matrix single = Matrix.wrap(row, 1, columns);
    while (blocks.hasNext()) {
      RowBlock block = blocks.next();
      if (block.split() == Split.SOURCE_VALIDATION) {
        continue;
      }
      int domain = DomainFrame.domain(block.split());
      for (int i = 0; i < block.rows(); i++) {
        block.features().copyRow(i, row);
        if (isSampled(row, share[domain])) {
          frame.center(block.features(), i, row);
          System.arraycopy(row, 0, variables, 0, columns);
          double score = Kernels.rowDot(single, 0, point) + point[columns];
          double e = Math.exp(-Math.abs(score));
          add(domain * stride(), variables, e / ((1 + e) * (1 + e)), sums);
        }
      }
    }
    return sums;
  }

  private static void add(int first, double[] variables, double weight, ExactSums sums) {
    sums.add(first, 1);
    int at = first + 1;
    for (int j = 0; j < variables.length; j++) {
      sums.addScaled(at, weight * variables[j], variables, 0, j + 1);
      at += j + 1;
    }
  }

  /** Whether a hash of the numbers falls into the share. */
  static boolean isSampled(double[] row, double share) {
    if (share >= 1) {
      return true;
    }
    long hash = 0x9E3779B97F4A7C15L;
    for (double value : row) {
      hash = (hash ^ Double.doubleToLongBits(value)) * 0xBF58476D1CE4E5B9L;
      hash ^= hash >>> 31;
    }
    hash = (hash ^ (hash >>> 29)) * 0x94D049BB133111EBL;
    return ((hash ^ (hash >>> 32)) >>> 11) * 0x1p-53 < share;
  }

  /** The factor of the curvature of all rows, as the sample stands for them. */
  Cholesky finish(ExactSums sums) {
    int size = frame.columns() + 1;
    double[][] lower = new double[size][size];
    for (int domain = 0; domain < 2; domain++) {
      int at = domain * stride();
      double sampled = sums.value(at++);
      // Every copy of a row is in the sample or none is: it may be empty, and then tells nothing.
      double scale = sampled > 0 ? frame.count(domain) * frame.rows(domain) / sampled : 0;
      for (int j = 0; j < size; j++) {
        for (int k = 0; k <= j; k++) {
          lower[j][k] += scale * sums.value(at++);
        }
      }
    }
    for (int j = 0; j < size - 1; j++) {
      lower[j][j] += 1;
    }
    // Far from every row the logistic function is flat, and b would have no curvature at all.
    lower[size - 1][size - 1] += 1e-8 * frame.total();
    return Cholesky.of(lower);
  }
}

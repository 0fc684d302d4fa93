package org.transcal.spark.shift;

import java.io.Serializable;
import java.util.Iterator;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.spark.rows.RowBlock;
import org.transcal.spark.rows.Split;
import org.transcal.spark.sum.ExactSums;

/**
 * The logistic loss of a partition's rows and its slopes, each domain by itself: slopes in (β, b),
 * then the loss in two sums, a large and a small part.
 */
final class LossPass implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int BATCH = 64;

  private final DomainFrame frame;
  private final double[] point;

  LossPass(DomainFrame frame, double[] point) {
    this.frame = frame;
    this.point = point;
  }

  /** Sums a domain has. */
  private int stride() {
    return frame.columns() + 3;
  }

  /** Empty sums with the bounds of this point. */
  ExactSums empty() {
    int columns = frame.columns();
    double[] bounds = new double[2 * stride()];
    double score = Math.abs(point[columns]);
    for (int j = 0; j < columns; j++) {
      score += Math.abs(point[j]) * frame.reach(j);
    }
    for (int domain = 0; domain < 2; domain++) {
      for (int j = 0; j < columns; j++) {
        bounds[domain * stride() + j] = frame.reach(j);
      }
      bounds[domain * stride() + columns] = 1;
      bounds[domain * stride() + columns + 1] = 1 + 1.001 * score;
      // Scores may be far below their bound, and a line search lives on small differences.
      bounds[domain * stride() + columns + 2] = 0x1p-40 * (1 + 1.001 * score);
    }
    return ExactSums.bounded(bounds);
  }

  ExactSums sum(Iterator<RowBlock> blocks, ExactSums empty) {
    ExactSums sums = empty.fresh();
    double[] rows = new double[BATCH * frame.columns()];
    double[] row = new double[frame.columns()];
    double[] margins = new double[BATCH];
    double[] exponentials = new double[BATCH];
    Matrix batch = Matrix.wrap(rows, BATCH, frame.columns());
    while (blocks.hasNext()) {
      RowBlock block = blocks.next();
      if (block.split() == Split.SOURCE_VALIDATION) {
        continue;
      }
      int domain = DomainFrame.domain(block.split());
      Matrix features = block.features();
      for (int from = 0; from < block.rows(); from += BATCH) {
        int count = Math.min(BATCH, block.rows() - from);
        for (int i = 0; i < count; i++) {
          frame.center(features, from + i, row);
          System.arraycopy(row, 0, rows, i * row.length, row.length);
          double score = Kernels.rowDot(batch, i, point) + point[row.length];
          margins[i] = domain == 0 ? score : -score;
          exponentials[i] = -Math.abs(margins[i]);
        }
        Kernels.exp(exponentials, count);
        for (int i = 0; i < count; i++) {
          add(domain, margins[i], exponentials[i], rows, i * row.length, sums);
        }
      }
    }
    return sums;
  }

  /** With e = exp(−|margin|): loss log(1 + e) + max(0, −margin), slope −sign · P(wrong). */
  private void add(int domain, double margin, double e, double[] rows, int at, ExactSums sums) {
    int first = domain * stride();
    int columns = frame.columns();
    double wrong = margin >= 0 ? e / (1 + e) : 1 / (1 + e);
    double residual = domain == 0 ? -wrong : wrong;
    sums.addScaled(first, residual, rows, at, columns);
    sums.add(first + columns, residual);
    double rest = sums.add(first + columns + 1, Math.log(1 + e) + Math.max(0, -margin));
    sums.add(first + columns + 2, rest);
  }

  /** The loss of both domains with the penalty, and its gradient. */
  double finish(ExactSums sums, double[] gradient) {
    int columns = frame.columns();
    double value = 0;
    for (int j = 0; j <= columns; j++) {
      gradient[j] = frame.count(0) * sums.value(j) + frame.count(1) * sums.value(stride() + j);
    }
    for (int domain = 0; domain < 2; domain++) {
      int loss = domain * stride() + columns + 1;
      value += frame.count(domain) * (sums.value(loss) + sums.value(loss + 1));
    }
    for (int j = 0; j < columns; j++) {
      value += point[j] * point[j] / 2;
      gradient[j] += point[j];
    }
    return value;
  }
}

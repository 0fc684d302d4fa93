package org.transcal.spark.shift;

import java.io.Serializable;
import java.util.Iterator;
import org.transcal.spark.rows.RowBlock;
import org.transcal.spark.rows.Split;
import org.transcal.spark.sum.ExactSums;

/** Sums of each column and of its squares, each domain by itself. */
final class MomentPass implements Serializable {
  private static final long serialVersionUID = 1L;

  private final DomainFrame frame;

  MomentPass(DomainFrame frame) {
    this.frame = frame;
  }

  ExactSums empty() {
    int columns = frame.columns();
    double[] bounds = new double[4 * columns];
    for (int domain = 0; domain < 2; domain++) {
      for (int j = 0; j < columns; j++) {
        bounds[2 * domain * columns + j] = frame.reach(j);
        bounds[(2 * domain + 1) * columns + j] = frame.reach(j) * frame.reach(j);
      }
    }
    return ExactSums.bounded(bounds);
  }

  ExactSums sum(Iterator<RowBlock> blocks, ExactSums empty) {
    ExactSums sums = empty.fresh();
    int columns = frame.columns();
    double[] row = new double[columns];
    while (blocks.hasNext()) {
      RowBlock block = blocks.next();
      if (block.split() == Split.SOURCE_VALIDATION) {
        continue;
      }
      int first = 2 * DomainFrame.domain(block.split()) * columns;
      for (int i = 0; i < block.rows(); i++) {
        frame.center(block.features(), i, row);
        sums.addScaled(first, 1, row, 0, columns);
        for (int j = 0; j < columns; j++) {
          row[j] *= row[j];
        }
        sums.addScaled(first + columns, 1, row, 0, columns);
      }
    }
    return sums;
  }

  /** Mean of each column over both domains, as they count. */
  double[] means(ExactSums sums) {
    return weighted(sums, 0);
  }

  /** Mean square of each column, from the frame's centre. */
  double[] squares(ExactSums sums) {
    return weighted(sums, frame.columns());
  }

  private double[] weighted(ExactSums sums, int offset) {
    int columns = frame.columns();
    double[] means = new double[columns];
    for (int j = 0; j < columns; j++) {
      double source = sums.value(offset + j);
      double target = sums.value(2 * columns + offset + j);
      means[j] = (frame.count(0) * source + frame.count(1) * target) / frame.total();
    }
    return means;
  }
}

package org.transcal.spark.shift;

import java.util.Iterator;
import java.util.function.Consumer;
import org.transcal.kernel.Kernels;
import org.transcal.kernel.LogisticLoss;
import org.transcal.matrix.Matrix;
import org.transcal.spark.rows.RowBlock;
import org.transcal.spark.rows.Split;

/** A few rows of one domain, centered; its arrays are overwritten by the next batch. */
final class DomainBatch {
  private static final int ROWS = 64;

  private final CenteredFeatures features;
  private final double[] row;
  private final double[] values;
  private final Matrix matrix;
  private final double[] products = new double[ROWS];
  private final LogisticLoss loss = new LogisticLoss(ROWS);
  private int domain;
  private int first;
  private int count;

  private DomainBatch(CenteredFeatures features) {
    this.features = features;
    this.row = new double[features.variables() - 1];
    this.values = new double[ROWS * features.variables()];
    this.matrix = Matrix.wrap(values, ROWS, features.variables());
  }

  static void forEach(
      CenteredFeatures features, Iterator<RowBlock> blocks, Consumer<DomainBatch> action) {
    DomainBatch batch = new DomainBatch(features);
    while (blocks.hasNext()) {
      batch.forEach(blocks.next(), action);
    }
  }

  private void forEach(RowBlock block, Consumer<DomainBatch> action) {
    Matrix stored = block.features();
    domain = domain(block);
    for (first = 0; first < block.rows(); first += ROWS) {
      count = Math.min(ROWS, block.rows() - first);
      for (int i = 0; i < count; i++) {
        stored.copyRow(first + i, row);
        features.center(row, values, i * features.variables());
      }
      action.accept(this);
    }
  }

  /** 0 for source rows, 1 for target rows. */
  static int domain(RowBlock block) {
    return block.split() == Split.TARGET ? 1 : 0;
  }

  int domain() {
    return domain;
  }

  /** Position of the first row in its block. */
  int first() {
    return first;
  }

  int count() {
    return count;
  }

  /** The variables of all rows, one row after another. */
  double[] values() {
    return values;
  }

  /** The inner product of each row with a vector. */
  double[] products(double[] vector) {
    for (int i = 0; i < count; i++) {
      products[i] = Kernels.rowDot(matrix, i, vector);
    }
    return products;
  }

  /** The loss of each row at a point; a source row is right if its score is positive. */
  LogisticLoss loss(double[] point) {
    loss.compute(products(point), count, domain == 0 ? 1 : -1);
    return loss;
  }
}

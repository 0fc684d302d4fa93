package org.transcal.kernel;

import org.transcal.matrix.Matrix;
import org.transcal.parallel.Parallel;

/**
 * Blocks of rows for parallel loops that treat each row on its own, so that no result depends on
 * the number of threads.
 */
final class RowBlocks {
  /** Elements of a block: enough work to be worth a task. */
  private static final int ELEMENTS = 1 << 16;

  private final int rows;
  private final int rowsPerBlock;

  RowBlocks(int rows, int rowsPerBlock) {
    this.rows = rows;
    this.rowsPerBlock = rowsPerBlock;
  }

  interface Loop {
    void run(int from, int to);
  }

  static RowBlocks over(Matrix matrix) {
    return of(matrix.rows(), matrix.columns());
  }

  static RowBlocks of(int rows, int columns) {
    return new RowBlocks(rows, Math.max(1, ELEMENTS / Math.max(1, columns)));
  }

  /** Sums over each block, added in the order of the blocks. */
  double[] sum(int size, Kernels.BlockSum sum) {
    // Zero rows are one empty block, as in forEach.
    double[][] parts = new double[Math.max(1, (rows + rowsPerBlock - 1) / rowsPerBlock)][size];
    forEach((from, to) -> sum.add(from, to, parts[from / rowsPerBlock]));
    double[] total = new double[size];
    for (double[] part : parts) {
      for (int j = 0; j < size; j++) {
        total[j] += part[j];
      }
    }
    return total;
  }

  void forEach(Loop loop) {
    int blocks = (rows + rowsPerBlock - 1) / rowsPerBlock;
    if (blocks <= 1) {
      loop.run(0, rows);
      return;
    }
    Parallel.forEach(
        blocks, b -> loop.run(b * rowsPerBlock, Math.min(rows, (b + 1) * rowsPerBlock)));
  }
}

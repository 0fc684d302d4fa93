package org.transcal.kernel;

import org.transcal.matrix.Matrix;
import org.transcal.parallel.Parallel;

/**
 * Blocks of rows for loops that write each row on its own: threads take blocks, and no result
 * depends on how many there are. They come from the pool of the caller.
 */
final class RowBlocks {
  /** Elements of a block: large enough to repay handing it to a thread. */
  private static final int ELEMENTS = 1 << 16;

  private final int rows;
  private final int rowsPerBlock;

  private RowBlocks(int rows, int rowsPerBlock) {
    this.rows = rows;
    this.rowsPerBlock = rowsPerBlock;
  }

  /** A loop over rows from (inclusive) to (exclusive). */
  interface Loop {
    void run(int from, int to);
  }

  static RowBlocks over(Matrix matrix) {
    return of(matrix.rows(), matrix.columns());
  }

  static RowBlocks of(int rows, int columns) {
    return new RowBlocks(rows, Math.max(1, ELEMENTS / Math.max(1, columns)));
  }

  static RowBlocks ofLength(int rows, int rowsPerBlock) {
    return new RowBlocks(rows, rowsPerBlock);
  }

  /** Sums that each block makes on its own, added up in the order of the blocks. */
  double[] sum(int size, Kernels.BlockSum sum) {
    // No rows are one empty block, as they are for forEach.
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

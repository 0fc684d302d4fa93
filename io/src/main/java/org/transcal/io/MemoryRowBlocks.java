package org.transcal.io;

import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.npy.Precision;
import org.transcal.matrix.Matrix;

/** Rows in memory, as a single block. */
final class MemoryRowBlocks extends RowBlocks {
  private final String where;
  private final Matrix rows;
  private boolean taken;

  MemoryRowBlocks(String where, Matrix rows) {
    this.where = where;
    this.rows = rows;
  }

  @Override
  public OptionalLong rows() {
    return OptionalLong.of(rows.rows());
  }

  @Override
  public int columns() {
    return rows.columns();
  }

  @Override
  public Precision precision() {
    return Precision.FLOAT64;
  }

  @Override
  public int rowsPerBlock() {
    return rows.rows();
  }

  @Override
  protected Optional<RowBlock> next(BlockMemory memory) {
    boolean isFirst = !taken && rows.rows() > 0;
    taken = true;
    return isFirst ? Optional.of(new RowBlock(where, 0, rows)) : Optional.empty();
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}

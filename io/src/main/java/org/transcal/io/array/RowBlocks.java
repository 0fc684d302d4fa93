package org.transcal.io.array;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.matrix.Matrix;

/**
 * The rows of a two-dimensional array, block after block. Any thread may {@link #take} blocks; each
 * row goes to exactly one of them.
 *
 * <p>Cost: memory is one block per thread, however many rows there are; only a column-major array
 * in a deflated {@code .npz} is held in memory as a whole.
 */
public abstract class RowBlocks implements AutoCloseable {
  private final String where;
  private final OptionalLong rows;
  private final int columns;
  private final Precision precision;
  private final int rowsPerBlock;
  private final BlockMemory own = new BlockMemory();
  private final List<Runnable> closing = new ArrayList<>();
  private long done;

  /**
   * For implementations of other formats.
   *
   * @param where names the array in messages
   * @param rows number of rows, if the format gives it in advance
   * @param precision the lowest precision that holds every value exactly
   * @param rowsPerBlock number of rows in every block but the last
   */
  protected RowBlocks(
      String where, OptionalLong rows, int columns, Precision precision, int rowsPerBlock) {
    this.where = where;
    this.rows = rows;
    this.columns = columns;
    this.precision = precision;
    this.rowsPerBlock = rowsPerBlock;
  }

  /** Rows in memory, as a single block; {@code where} names them in messages. */
  public static RowBlocks of(String where, Matrix rows) {
    OptionalLong count = OptionalLong.of(rows.rows());
    return new RowBlocks(where, count, rows.columns(), Precision.FLOAT64, rows.rows()) {
      @Override
      protected Optional<Matrix> next(long firstRow, BlockMemory memory) {
        return firstRow < rows.rows() ? Optional.of(rows) : Optional.empty();
      }
    };
  }

  /** Names the array in messages. */
  public final String where() {
    return where;
  }

  /** Number of rows, if the format gives it in advance (CSV does not). */
  public final OptionalLong rows() {
    return rows;
  }

  /** Number of columns. */
  public final int columns() {
    return columns;
  }

  /** The lowest precision that holds every value exactly. */
  public final Precision precision() {
    return precision;
  }

  /** Number of rows in every block but the last. */
  public final int rowsPerBlock() {
    return rowsPerBlock;
  }

  /** Warnings for the user, one line each. */
  public List<String> warnings() {
    return List.of();
  }

  /**
   * Takes the next rows; empty after the last. Blocks are handed out in the order of their rows,
   * whichever threads take them.
   *
   * @param memory this thread's memory to read into; its previous block becomes invalid
   */
  public final synchronized Optional<RowBlock> take(BlockMemory memory) {
    long first = done;
    Optional<Matrix> block = next(first, memory);
    done += block.map(Matrix::rows).orElse(0);
    return block.map(values -> new RowBlock(where, first, values));
  }

  /** Takes the next rows in newly allocated memory; empty after the last. For one thread only. */
  public final Optional<RowBlock> take() {
    own.release();
    return take(own);
  }

  /** The values of the next block; empty after the last. For one thread only. */
  public final Optional<Matrix> next() {
    return take().map(RowBlock::matrix);
  }

  /** The rows from the given one on; empty after the last. */
  protected abstract Optional<Matrix> next(long firstRow, BlockMemory memory);

  /** The same rows, which also close something else. */
  public final RowBlocks closing(Runnable also) {
    closing.add(also);
    return this;
  }

  @Override
  public void close() {
    closing.forEach(Runnable::run);
  }
}

package org.transcal.io.array;

/**
 * The size of blocks: limits on rows and on values; a block has at least one row.
 *
 * @param rows maximum number of rows
 * @param values maximum number of values in a block of more than one row
 */
public record BlockSize(int rows, int values) {
  /** The usual limit on values, however wide the rows are. */
  static final int USUAL_VALUES = 1 << 18;

  /** Checks that both limits are positive. */
  public BlockSize {
    if (rows < 1 || values < 1) {
      throw new IllegalArgumentException(
          "Blocks have " + rows + " rows and " + values + " values; both must be at least 1");
    }
  }

  /** The given number of rows, fewer if rows are very wide. */
  public static BlockSize ofRows(int rows) {
    return new BlockSize(rows, USUAL_VALUES);
  }

  /** Rows of a block, given the number of columns. */
  public int rowsOf(long columns) {
    return (int) Math.max(1, Math.min(rows, values / Math.max(1, columns)));
  }
}

package org.transcal.io;

/**
 * How large blocks of rows are: at most so many rows and at most so many values, but never less
 * than one row.
 *
 * @param rows most rows of a block
 * @param values most values of a block that has more than one row
 */
public record BlockSize(int rows, int values) {
  /** However wide rows are, a block usually has not more values than this. */
  static final int USUAL_VALUES = 1 << 18;

  /** Checks that a block can hold something. */
  public BlockSize {
    if (rows < 1 || values < 1) {
      throw new IllegalArgumentException(
          "Blocks have " + rows + " rows and " + values + " values; both must be at least 1");
    }
  }

  /** So many rows, fewer where they are very wide. */
  public static BlockSize ofRows(int rows) {
    return new BlockSize(rows, USUAL_VALUES);
  }

  /** Rows of a block where a row has so many values. */
  int rowsOf(long columns) {
    return (int) Math.max(1, Math.min(rows, values / Math.max(1, columns)));
  }
}

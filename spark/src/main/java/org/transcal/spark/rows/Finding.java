package org.transcal.spark.rows;

import java.io.Serializable;

/**
 * Rows that cannot be used, and why.
 *
 * @param column the column at fault
 * @param problem what such rows hold, such as "NaN or infinity"
 * @param expected what would be right
 * @param example the value of one such row
 * @param rows how many rows have this problem
 */
record Finding(String column, String problem, String expected, String example, long rows)
    implements Serializable {
  /** Whether two findings differ in nothing but the rows they saw. */
  String key() {
    return column + '\n' + problem + '\n' + expected;
  }

  /** The finding about the rows of both; of two examples the lesser, so that order is nothing. */
  Finding merge(Finding other) {
    return new Finding(
        column,
        problem,
        expected,
        example.compareTo(other.example) <= 0 ? example : other.example,
        rows + other.rows);
  }

  /** The sentence a user sees. */
  String message() {
    return "Column \""
        + column
        + "\": "
        + problem
        + " in "
        + rows
        + (rows == 1 ? " row, for example " : " rows, for example ")
        + example
        + "; "
        + expected;
  }
}

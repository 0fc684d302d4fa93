package org.transcal.spark.rows;

import java.io.Serializable;
import java.util.Locale;

/** One kind of invalid rows; not a record, because Spark's Kryo cannot serialize records. */
final class RowProblem implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final String problem;
  private final String expected;
  private final String example;
  private final long rows;

  /**
   * A problem.
   *
   * @param problem what such rows hold, such as "NaN or infinity"
   * @param expected what would be right
   * @param example the value of one such row
   * @param rows number of rows with this problem
   */
  RowProblem(String column, String problem, String expected, String example, long rows) {
    this.column = column;
    this.problem = problem;
    this.expected = expected;
    this.example = example;
    this.rows = rows;
  }

  /** Equal for rows that have the same problem. */
  String key() {
    return column + '\n' + problem + '\n' + expected;
  }

  long rows() {
    return rows;
  }

  /** The rows of both; the smaller example is kept, so that order does not matter. */
  RowProblem merge(RowProblem other) {
    return new RowProblem(
        column,
        problem,
        expected,
        example.compareTo(other.example) <= 0 ? example : other.example,
        rows + other.rows);
  }

  /** The same rows with another statement of what is expected. */
  RowProblem in(String otherColumn, String otherExpected) {
    return new RowProblem(otherColumn, problem, otherExpected, example, rows);
  }

  /** The sentence a user sees. */
  String message() {
    return String.format(
        Locale.ROOT,
        "Column \"%s\": %s in %d %s, for example %s; %s",
        column,
        problem,
        rows,
        rows == 1 ? "row" : "rows",
        example,
        expected);
  }
}

package org.transcal.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.transcal.comparison.Score;
import org.transcal.report.number.Numerals;
import org.transcal.report.summary.ScoreTable;
import org.transcal.report.summary.ScoreTable.Standing;

/**
 * A table of results before it is written in one format or another.
 *
 * @param title what it shows
 * @param corner the name of the first column
 * @param columns names of the other columns
 * @param rows the rows so far
 */
public record ResultTable(String title, String corner, List<String> columns, List<Row> rows) {
  /** How a value is written. */
  public enum Style {
    /** A share, in percent without a sign. */
    PERCENT,
    /** Three decimals. */
    DECIMALS,
    /** A count. */
    COUNT,
    /** A probability of a test. */
    PROBABILITY,
    /** Two decimals. */
    RANK
  }

  /**
   * A cell.
   *
   * @param value the number; NaN if there is none
   * @param deviation its standard deviation; NaN if there is none
   * @param style how both are written
   * @param standing how it compares in its column
   * @param remark a note, such as how many tasks it covers; may be empty
   */
  public record Cell(
      double value, double deviation, Style style, Standing standing, String remark) {
    /** A number that is not compared. */
    public static Cell of(double value, Style style) {
      return new Cell(value, Double.NaN, style, Standing.PLAIN, "");
    }

    /** A number that may not exist. */
    public static Cell of(Optional<Double> value, Style style) {
      return of(value.orElse(Double.NaN), style);
    }

    /** The number as shown. */
    public String text() {
      return write(value);
    }

    /** The deviation as shown; empty if there is none. */
    public String deviationText() {
      return Double.isNaN(deviation) ? "" : write(deviation);
    }

    /** The number, its deviation and remark in a text format. */
    String write(
        UnaryOperator<String> escape,
        UnaryOperator<String> best,
        UnaryOperator<String> second,
        String plusMinus) {
      String plain = escape.apply(text());
      String marked =
          switch (standing) {
            case BEST -> best.apply(plain);
            case SECOND -> second.apply(plain);
            case PLAIN -> plain;
          };
      String deviated =
          Double.isNaN(deviation) ? marked : marked + plusMinus + escape.apply(write(deviation));
      return remark.isEmpty() ? deviated : deviated + " (" + escape.apply(remark) + ")";
    }

    private String write(double number) {
      if (Double.isNaN(number)) {
        return Numerals.NONE;
      }
      return switch (style) {
        case PERCENT -> Numerals.decimals(100 * number, 1);
        case DECIMALS -> Numerals.decimals(number, 3);
        case COUNT -> Numerals.count(number);
        case RANK -> Numerals.decimals(number, 2);
        case PROBABILITY -> number < 0.001 ? "< 0.001" : Numerals.decimals(number, 3);
      };
    }
  }

  /** A row: its name and its cells. */
  public record Row(String name, List<Cell> cells) {
    /** Copies the list. */
    public Row {
      cells = List.copyOf(cells);
    }
  }

  /**
   * A table without rows.
   *
   * @param corner the name of the first column, which names the rows
   */
  public static ResultTable of(String title, String corner, List<String> columns) {
    return new ResultTable(title, corner, List.copyOf(columns), new ArrayList<>());
  }

  /** The table of a score. */
  public static ResultTable of(ScoreTable scores) {
    ResultTable table =
        of(
            scores.title(),
            "method",
            scores.columns().stream().map(ScoreTable.Column::name).toList());
    for (String method : scores.methods()) {
      table.row(method, cells(scores, method));
    }
    return table;
  }

  /** The cells of a row of scores. */
  public static List<Cell> cells(ScoreTable scores, String method) {
    List<Cell> cells = new ArrayList<>();
    List<ScoreTable.Cell> row = scores.row(method);
    for (int i = 0; i < row.size(); i++) {
      ScoreTable.Cell cell = row.get(i);
      int tasks = scores.columns().get(i).tasks().size();
      boolean partial = cell.spread().isPresent() && cell.tasks() < tasks;
      cells.add(
          new Cell(
              cell.spread().map(spread -> spread.mean()).orElse(Double.NaN),
              cell.spread().map(spread -> spread.deviation()).orElse(Double.NaN),
              style(scores.score()),
              cell.standing(),
              partial ? cell.tasks() + " of " + tasks : ""));
    }
    return cells;
  }

  private static Style style(Score score) {
    return score.isShare() ? Style.PERCENT : Style.DECIMALS;
  }

  /** Adds a row. */
  public ResultTable row(String name, List<Cell> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(
          "Row " + name + " has " + cells.size() + " cells for " + columns.size() + " columns");
    }
    rows.add(new Row(name, cells));
    return this;
  }
}

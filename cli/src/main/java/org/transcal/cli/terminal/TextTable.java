package org.transcal.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** A table in plain text: the first column to the left, the others to the right. */
public final class TextTable {
  private static final String GAP = "  ";

  /**
   * One line.
   *
   * @param cells in columns
   * @param remark what runs on over the columns after the cells; may be empty
   */
  private record Row(List<String> cells, String remark) {}

  private final int columns;
  private final List<Row> rows = new ArrayList<>();

  /** A table with a header line. */
  public TextTable(List<String> header) {
    columns = header.size();
    row(header);
  }

  /** Adds a row; cells that are left out at the end stay empty. */
  public TextTable row(List<String> cells) {
    if (cells.size() > columns) {
      throw new IllegalArgumentException(
          "Row of " + cells.size() + " cells in a table of " + columns + " columns");
    }
    rows.add(new Row(cells.stream().map(VisibleText::of).toList(), ""));
    return this;
  }

  /** Adds a row whose text runs on over the columns after the first. */
  public TextTable remark(String first, String text) {
    rows.add(new Row(List.of(VisibleText.of(first)), VisibleText.of(text)));
    return this;
  }

  /** The table, one string per line. */
  public List<String> lines() {
    int[] width = new int[columns];
    for (Row row : rows) {
      for (int c = 0; c < row.cells().size(); c++) {
        width[c] = Math.max(width[c], length(row.cells().get(c)));
      }
    }
    return rows.stream().map(row -> line(row, width)).toList();
  }

  private static String line(Row row, int[] width) {
    StringBuilder line = new StringBuilder();
    for (int c = 0; c < row.cells().size(); c++) {
      String cell = row.cells().get(c);
      String padding = " ".repeat(width[c] - length(cell));
      line.append(c == 0 ? cell + padding : GAP + padding + cell);
    }
    if (!row.remark().isEmpty()) {
      line.append(GAP).append(row.remark());
    }
    return line.toString().stripTrailing();
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}

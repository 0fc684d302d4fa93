package org.transcal.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** A plain-text table: the first column is left-aligned, the others right-aligned. */
public final class TextTable {
  private static final String GAP = "  ";

  /** One line: cells, then text across the remaining columns, which may be empty. */
  private record Row(List<String> cells, String remark) {}

  private final int columns;
  private final List<Row> rows = new ArrayList<>();

  /** A table with a header line. */
  public TextTable(List<String> header) {
    columns = header.size();
    row(header);
  }

  /** Adds a row; missing cells at its end stay empty. */
  public TextTable row(List<String> cells) {
    if (cells.size() > columns) {
      throw new IllegalArgumentException(
          "Row of " + cells.size() + " cells in a table of " + columns + " columns");
    }
    rows.add(new Row(cells.stream().map(VisibleText::of).toList(), ""));
    return this;
  }

  /** Adds a row with a first cell and text across the remaining columns. */
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

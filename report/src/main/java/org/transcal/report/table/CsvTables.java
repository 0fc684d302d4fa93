package org.transcal.report.table;

import java.util.Locale;
import org.transcal.experiment.ScoreTable.Standing;

/** Tables as CSV, one line a cell, with numbers as they were computed. */
public final class CsvTables {
  private CsvTables() {}

  /** A whole file. */
  public static String write(ExperimentTables tables) {
    StringBuilder text =
        new StringBuilder("section,table,row,column,value,deviation,standing,remark\n");
    for (TableSection section : tables.sections()) {
      for (ResultTable table : section.tables()) {
        for (ResultTable.Row row : table.rows()) {
          for (int i = 0; i < row.cells().size(); i++) {
            ResultTable.Cell cell = row.cells().get(i);
            text.append(quoted(section.id())).append(',').append(quoted(table.title())).append(',');
            text.append(quoted(row.name())).append(',').append(quoted(table.columns().get(i)));
            text.append(',').append(number(cell.value())).append(',');
            text.append(number(cell.deviation())).append(',');
            text.append(
                cell.standing() == Standing.PLAIN
                    ? ""
                    : cell.standing().name().toLowerCase(Locale.ROOT));
            text.append(',').append(quoted(cell.remark())).append('\n');
          }
        }
      }
    }
    return text.toString();
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : Double.toString(value);
  }

  /** Text that spreadsheets show as it is, and never compute. */
  private static String quoted(String text) {
    String shown = text.matches("(?s)[=+\\-@\t\r].*") ? "'" + text : text;
    boolean plain = shown.chars().noneMatch(c -> c == ',' || c == '"' || c < ' ');
    return plain ? shown : '"' + shown.replace("\"", "\"\"") + '"';
  }
}

package org.transcal.report.table;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.transcal.report.summary.ScoreTable.Standing;

/** Tables as CSV, one line per cell, with unrounded numbers. */
public final class CsvTables {
  private CsvTables() {}

  /**
   * A whole file.
   *
   * @param quoted turns text into a cell: quotes it, and prevents spreadsheet formulas
   */
  public static String write(ExperimentTables tables, UnaryOperator<String> quoted) {
    StringBuilder text =
        new StringBuilder("section,table,row,column,value,deviation,standing,remark\n");
    for (TableSection section : tables.sections()) {
      for (ResultTable table : section.tables()) {
        for (ResultTable.Row row : table.rows()) {
          for (int i = 0; i < row.cells().size(); i++) {
            ResultTable.Cell cell = row.cells().get(i);
            text.append(
                    String.join(
                        ",",
                        quoted.apply(section.id()),
                        quoted.apply(table.title()),
                        quoted.apply(row.name()),
                        quoted.apply(table.columns().get(i)),
                        number(cell.value()),
                        number(cell.deviation()),
                        standing(cell.standing()),
                        quoted.apply(cell.remark())))
                .append('\n');
          }
        }
      }
    }
    return text.toString();
  }

  private static String standing(Standing standing) {
    return standing == Standing.PLAIN ? "" : standing.name().toLowerCase(Locale.ROOT);
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : Double.toString(value);
  }
}

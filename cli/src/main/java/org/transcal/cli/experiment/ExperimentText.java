package org.transcal.cli.experiment;

import java.util.ArrayList;
import java.util.List;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.TextTable;
import org.transcal.report.table.ExperimentTables;
import org.transcal.report.table.ResultTable;

/** An experiment as plain text: number of runs and mean calibration error of each method. */
final class ExperimentText {
  private ExperimentText() {}

  static List<String> lines(int tasks, Results results, ExperimentTables tables) {
    List<String> lines = new ArrayList<>();
    lines.add(
        Message.of(
            "%s %s, %s runs done, %s failed",
            Figures.count(tasks),
            tasks == 1 ? "task" : "tasks",
            Figures.count(results.ran()),
            Figures.count(results.failed())));
    lines.add("");
    tables.overview().ifPresent(overview -> lines.addAll(lines(overview)));
    return lines;
  }

  private static List<String> lines(ResultTable overview) {
    List<String> header = new ArrayList<>(List.of("mean ECE %"));
    header.addAll(overview.columns());
    TextTable table = new TextTable(header);
    for (ResultTable.Row row : overview.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.name()));
      for (ResultTable.Cell cell : row.cells()) {
        String deviation = cell.deviationText();
        cells.add(
            Double.isNaN(cell.value())
                ? Figures.NONE
                : cell.text() + (deviation.isEmpty() ? "" : " ± " + deviation));
      }
      table.row(cells);
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("");
    return lines;
  }
}

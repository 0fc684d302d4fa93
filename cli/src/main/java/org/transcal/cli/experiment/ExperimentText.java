package org.transcal.cli.experiment;

import java.util.ArrayList;
import java.util.List;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.TextTable;
import org.transcal.report.table.ExperimentTables;
import org.transcal.report.table.ResultTable;
import org.transcal.workflow.ExperimentResult;

/** The results of an experiment as plain text. */
final class ExperimentText {
  private ExperimentText() {}

  /** The number of runs, and the mean calibration error of each method. */
  static List<String> lines(int tasks, ExperimentResult result, ExperimentTables tables) {
    List<String> lines = new ArrayList<>();
    lines.add(
        Message.of(
            "%s %s, %s runs done, %s%s failed",
            Figures.count(tasks),
            tasks == 1 ? "task" : "tasks",
            Figures.count(result.ran()),
            result.notRun() == 0 ? "" : Figures.count(result.notRun()) + " not run, ",
            Figures.count(result.failed())));
    lines.add("");
    tables.overview().ifPresent(overview -> lines.addAll(table(overview)));
    return lines;
  }

  private static List<String> table(ResultTable overview) {
    List<String> header = new ArrayList<>(List.of("mean ECE %"));
    header.addAll(overview.columns());
    TextTable table = new TextTable(header);
    for (ResultTable.Row row : overview.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.name()));
      row.cells().forEach(cell -> cells.add(text(cell)));
      table.row(cells);
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("");
    return lines;
  }

  private static String text(ResultTable.Cell cell) {
    String deviation = cell.deviationText().isEmpty() ? "" : " ± " + cell.deviationText();
    return Double.isNaN(cell.value()) ? Figures.NONE : cell.text() + deviation;
  }
}

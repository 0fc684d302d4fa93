package org.transcal.cli.experiment;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.transcal.experiment.Trial;
import org.transcal.experiment.Trials;
import org.transcal.io.csv.CsvText;
import org.transcal.io.csv.ResultsCsv;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.OutputLock;
import org.transcal.report.HtmlTables;
import org.transcal.report.table.CsvTables;
import org.transcal.report.table.ExperimentTables;
import org.transcal.report.table.LatexTables;
import org.transcal.report.table.MarkdownTables;

/** The results in the folder of an experiment. */
final class ResultsFolder {
  private static final String RESULTS = "results.csv";
  private static final List<String> OUTPUTS =
      List.of(RESULTS, "tables.md", "tables.csv", "tables.tex", "tables.html", "report.html");

  private final Path folder;

  ResultsFolder(Path folder) {
    this.folder = folder;
    OUTPUTS.forEach(this::file);
  }

  /** A file of the folder; fails if links lead out of the folder. */
  private Path file(String name) {
    return OutputLock.inside(folder, folder.resolve(name));
  }

  /** Writes results and tables; returns the lines that name their paths. */
  List<String> write(Trials trials, ExperimentTables tables) {
    ResultsCsv csv = new ResultsCsv();
    for (Trial trial : trials.all()) {
      csv.add(trial);
    }
    csv.write(file(RESULTS));
    write("tables.md", MarkdownTables.write(tables));
    write("tables.csv", CsvTables.write(tables, CsvText::printable));
    write("tables.tex", LatexTables.write(tables));
    write("tables.html", HtmlTables.write(tables));
    List<String> lines = new ArrayList<>();
    lines.add("results  " + folder.resolve(RESULTS));
    lines.add("tables   " + folder.resolve("tables.md") + " (.csv, .tex, .html)");
    return lines;
  }

  /** Writes the report; returns the line that names its path. */
  String writeReport(String report) {
    write("report.html", report);
    return "report   " + folder.resolve("report.html");
  }

  private void write(String name, String text) {
    AtomicFile.write(file(name), text.getBytes(StandardCharsets.UTF_8));
  }
}

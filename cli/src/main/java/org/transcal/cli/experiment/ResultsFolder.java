package org.transcal.cli.experiment;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.transcal.experiment.Trial;
import org.transcal.experiment.Trials;
import org.transcal.io.csv.CsvText;
import org.transcal.io.csv.ResultsCsv;
import org.transcal.io.experiment.TrialJournal;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputLock;
import org.transcal.report.HtmlTables;
import org.transcal.report.table.CsvTables;
import org.transcal.report.table.ExperimentTables;
import org.transcal.report.table.LatexTables;
import org.transcal.report.table.MarkdownTables;

/** The folder of an experiment: journal, trained tasks, results. */
final class ResultsFolder {
  private static final String RESULTS = "results.csv";
  private static final String JOURNAL = "journal.tsv";
  private static final String TRAINED = "trained.tsv";
  private static final String TASKS = "tasks";
  private static final List<String> OUTPUTS =
      List.of(RESULTS, "tables.md", "tables.csv", "tables.tex", "tables.html", "report.html");

  private final Path folder;
  private final boolean hadJournal;
  private final TrainedFiles trained;

  ResultsFolder(Path folder) {
    this.folder = folder;
    this.hadJournal = Files.exists(file(JOURNAL));
    this.trained = new TrainedFiles(file(TRAINED), tasks());
    OUTPUTS.forEach(this::file);
  }

  /** A file of the folder; fails if links lead out of the folder. */
  private Path file(String name) {
    return OutputLock.inside(folder, folder.resolve(name));
  }

  private Path tasks() {
    return folder.resolve(TASKS);
  }

  /** Whether a path is in the folder after resolving links. */
  boolean contains(Path path) {
    return OutputLock.contains(folder, path);
  }

  /** The path of a trained task, which must be inside the folder. */
  Path task(String name) {
    return OutputLock.inside(folder, tasks().resolve(name));
  }

  /** The list of trained tasks. */
  TrainedFiles trained() {
    return trained;
  }

  /** Removes leftovers of killed runs, checks that files can be written, opens the journal. */
  TrialJournal open(OutputLock lock) {
    if (contains(tasks())) {
      lock.removeStray(tasks());
    }
    AtomicFile.open(file(RESULTS)).close();
    return TrialJournal.open(file(JOURNAL));
  }

  /**
   * Discards earlier results and trained tasks; fails if a needed task has been changed since, or
   * if the tasks are in another folder.
   */
  void discard(TrialJournal journal, List<PlannedTask> needed) {
    file(TASKS);
    for (PlannedTask task : needed) {
      if (task.training().isPresent() && Files.exists(task.path()) && !trained.holds(task.path())) {
        throw InputException.in(
            task.path(),
            "was changed or added after the last run, and --fresh would train it again; move it"
                + " away first");
      }
    }
    trained.deleteAll();
    journal.clear();
  }

  /** Removes the journal if this run created it. */
  void removeNewJournal() {
    if (!hadJournal) {
      TrainedFiles.delete(file(JOURNAL));
    }
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

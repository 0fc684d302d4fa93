package org.transcal.cli.experiment;

import java.io.IOException;
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
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.io.file.OutputLock;
import org.transcal.report.HtmlTables;
import org.transcal.report.table.CsvTables;
import org.transcal.report.table.ExperimentTables;
import org.transcal.report.table.LatexTables;
import org.transcal.report.table.MarkdownTables;

/** The folder of an experiment: its journal, the tasks it trained, its results. */
final class ResultsFolder {
  private static final String RESULTS = "results.csv";
  private static final String JOURNAL = "journal.tsv";
  private static final String TRAINED = "trained.tsv";

  private final Path folder;
  private final boolean hadJournal;
  private final TrainedFiles trained;

  ResultsFolder(Path folder) {
    this.folder = folder;
    this.hadJournal = Files.exists(folder.resolve(JOURNAL));
    this.trained = new TrainedFiles(folder.resolve(TRAINED), tasks());
  }

  private Path tasks() {
    return folder.resolve("tasks");
  }

  /** Whether a path, links followed, is the folder or in it; neither need exist. */
  boolean contains(Path path) {
    return real(path).startsWith(real(folder));
  }

  /**
   * Where a trained task of that file name is kept.
   *
   * @throws OutputException if that would be outside the folder
   */
  Path task(String name) {
    Path file = tasks().resolve(name);
    if (!contains(file)) {
      throw new OutputException(
          file + ": is outside " + folder + " once links are followed; use another --out");
    }
    return file;
  }

  /** The tasks that were trained into the folder. */
  TrainedFiles trained() {
    return trained;
  }

  /**
   * Opens the journal, once what killed runs left half written is gone.
   *
   * @param lock of the folder
   * @throws OutputException if files cannot be written: now, and not after the work
   */
  TrialJournal open(OutputLock lock) {
    lock.removeStray(tasks());
    AtomicFile.open(folder.resolve(RESULTS)).close();
    return TrialJournal.open(folder.resolve(JOURNAL));
  }

  /**
   * Forgets everything that earlier runs finished, and deletes the tasks they trained.
   *
   * @param needed tasks that this run will train
   * @throws InputException if one of those is there and is not as an earlier run wrote it
   */
  void forget(TrialJournal journal, List<PlannedTask> needed) {
    for (PlannedTask task : needed) {
      if (task instanceof TrainedTask made
          && Files.exists(made.order().task())
          && !trained.holds(made.order().task())) {
        throw InputException.in(
            made.order().task(),
            "was changed, or put there, after the last run, and --fresh would train it anew; move"
                + " it away first");
      }
    }
    trained.deleteAll();
    journal.clear();
  }

  private static Path real(Path path) {
    Path whole = path.toAbsolutePath();
    Path there = whole;
    while (there.getParent() != null && !Files.exists(there)) {
      there = there.getParent();
    }
    try {
      return there.toRealPath().resolve(there.relativize(whole)).normalize();
    } catch (IOException e) {
      throw ByteSource.unreadable(there, e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  /** After a run that finished nothing: removes the journal if that run started it. */
  void remove() {
    if (!hadJournal) {
      delete(folder.resolve(JOURNAL));
    }
  }

  /** Writes results and tables; gives the lines that tell where they are. */
  List<String> write(Trials trials, ExperimentTables tables) {
    ResultsCsv csv = new ResultsCsv();
    for (Trial trial : trials.all()) {
      csv.add(trial);
    }
    csv.write(folder.resolve(RESULTS));
    write("tables.md", MarkdownTables.write(tables));
    write("tables.csv", CsvTables.write(tables, CsvText::text));
    write("tables.tex", LatexTables.write(tables));
    write("tables.html", HtmlTables.write(tables));
    List<String> lines = new ArrayList<>();
    lines.add("results  " + folder.resolve(RESULTS));
    lines.add("tables   " + folder.resolve("tables.md") + " (.csv, .tex, .html)");
    return lines;
  }

  /** Writes the report; gives the line that tells where it is. */
  String write(String report) {
    write("report.html", report);
    return "report   " + folder.resolve("report.html");
  }

  private void write(String name, String text) {
    AtomicFile.write(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }
}

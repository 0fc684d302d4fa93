package org.transcal.cli.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.transcal.experiment.Trial;
import org.transcal.experiment.Trials;
import org.transcal.io.csv.ResultsCsv;
import org.transcal.io.experiment.TrialJournal;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.OutputException;
import org.transcal.report.HtmlTables;
import org.transcal.report.table.CsvTables;
import org.transcal.report.table.ExperimentTables;
import org.transcal.report.table.LatexTables;
import org.transcal.report.table.MarkdownTables;

/** The folder of an experiment: its journal, the tasks it trained, its results. */
final class ResultsFolder {
  private static final String RESULTS = "results.csv";
  private static final String JOURNAL = "journal.tsv";
  private static final Pattern TEMPORARY = Pattern.compile("\\..+\\.(\\d+)-\\d+\\.tmp");

  private final Path folder;
  private final boolean existed;

  ResultsFolder(Path folder) {
    this.folder = folder;
    this.existed = Files.exists(folder);
  }

  /** Where trained tasks are kept. */
  Path tasks() {
    return folder.resolve("tasks");
  }

  /**
   * Opens the journal and removes what a killed run left half written.
   *
   * @throws OutputException where files cannot be written: now, and not after the work
   */
  TrialJournal open() {
    AtomicFile.open(folder.resolve(RESULTS)).close();
    TrialJournal journal = TrialJournal.open(folder.resolve(JOURNAL));
    removeLeftovers(folder);
    removeLeftovers(tasks());
    return journal;
  }

  /** Forgets everything that earlier runs finished. */
  void forget(TrialJournal journal) {
    journal.clear();
    for (Path task : filesIn(tasks())) {
      delete(task);
    }
  }

  private static void removeLeftovers(Path folder) {
    for (Path file : filesIn(folder)) {
      Matcher name = TEMPORARY.matcher(file.getFileName().toString());
      // A file of a process that still runs is its own business.
      if (name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
        delete(file);
      }
    }
  }

  private static List<Path> filesIn(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new OutputException(folder, e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  /** Removes the journal, and the folder where it was not there before and is empty. */
  void remove() {
    delete(folder.resolve(JOURNAL));
    if (!existed && filesIn(folder).isEmpty()) {
      try {
        Files.deleteIfExists(tasks());
        Files.deleteIfExists(folder);
      } catch (IOException notEmpty) {
        // Trained tasks stay: they cost the most.
      }
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
    write("tables.csv", CsvTables.write(tables));
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

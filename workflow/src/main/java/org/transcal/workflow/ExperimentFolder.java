package org.transcal.workflow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.transcal.io.experiment.TrialJournal;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputLock;

/** The folder of an experiment: journal and trained tasks; results are written by others. */
final class ExperimentFolder {
  private static final String RESULTS = "results.csv";
  private static final String JOURNAL = "journal.tsv";
  private static final String TRAINED = "trained.tsv";
  private static final String TASKS = "tasks";

  private final Path folder;
  private final boolean hadJournal;
  private final TrainedFiles trained;

  ExperimentFolder(Path folder) {
    this.folder = folder;
    this.hadJournal = Files.exists(file(JOURNAL));
    this.trained = new TrainedFiles(file(TRAINED), tasks());
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
}

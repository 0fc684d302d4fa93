package org.transcal.workflow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.io.TaskFiles;
import org.transcal.io.file.FolderContents;
import org.transcal.io.file.InputException;

/**
 * A task of an experiment, before it is read.
 *
 * @param firstRun number of earlier runs of tasks with the same name
 * @param training how to train it unless the file exists; empty for tasks that must exist
 */
record PlannedTask(String name, Path path, long seed, int firstRun, Optional<Training> training) {
  /** Memory that a task takes while it is trained or calibrated, in sizes of its files. */
  private static final long COPIES = 3;

  /**
   * A model to train, and the list of trained files.
   *
   * @param data size of the data set's features, held while training
   * @param bytes expected size of the task's file
   */
  record Training(
      TaskTrainer trainer, TrainingOrder order, TrainedFiles files, long data, long bytes) {}

  /** All tasks of a folder, ordered by path; at least one. */
  static List<PlannedTask> in(Path folder, long seed) {
    if (!Files.isDirectory(folder)) {
      throw InputException.in(folder, "there is no such folder");
    }
    List<Path> paths = TaskFiles.find(folder);
    if (paths.isEmpty()) {
      throw InputException.in(folder, "there is no task in this folder");
    }
    return paths.stream()
        .map(
            path -> {
              String name = path.getFileName().toString().replaceFirst("\\.npz$", "");
              return new PlannedTask(name, path, seed, 0, Optional.empty());
            })
        .toList();
  }

  /** Memory that it needs, roughly; training holds the data set and its prepared copy, too. */
  long memory() {
    if (training.isPresent() && !Files.isRegularFile(path)) {
      return COPIES * training.get().bytes() + 2 * training.get().data();
    }
    return COPIES * bytes();
  }

  /** Size of its files. */
  private long bytes() {
    if (Files.isRegularFile(path)) {
      return path.toFile().length();
    }
    String prefix = path.getFileName() + "_";
    return (Files.isDirectory(path)
            ? FolderContents.of(path).stream()
            : FolderContents.of(path.toAbsolutePath().getParent()).stream()
                .filter(file -> file.getFileName().toString().startsWith(prefix)))
        .mapToLong(file -> file.toFile().length())
        .sum();
  }

  /** Number of progress steps of {@link #prepare}. */
  long steps() {
    return training
        .filter(needed -> !Files.isRegularFile(path))
        .map(needed -> needed.trainer.steps(needed.order))
        .orElse(0L);
  }

  /** Trains the task if necessary. */
  void prepare(Progress progress) {
    training.ifPresent(
        needed -> {
          // The trainer writes the file completely or not at all, so an existing one is finished.
          if (!Files.isRegularFile(path)) {
            progress.running("training " + name);
            needed.files.start(path);
            needed.trainer.train(needed.order, progress);
          }
          needed.files.finish(path);
        });
  }
}

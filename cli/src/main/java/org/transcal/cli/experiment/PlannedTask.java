package org.transcal.cli.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.transcal.cli.TaskTrainer;
import org.transcal.cli.TrainingOrder;
import org.transcal.cli.terminal.Progress;
import org.transcal.io.TaskFiles;
import org.transcal.io.file.InputException;

/** A task of an experiment, before it is read. */
sealed interface PlannedTask {
  /** The name in results. */
  String name();

  /** The seed of its first run. */
  long seed();

  /** Number of earlier runs of tasks of the same name. */
  int firstRun();

  /** Number of progress steps of {@link #prepare}. */
  long steps();

  /** Creates the task file if needed; returns its path. */
  Path prepare(Progress progress);

  /** An existing task. */
  record Stored(Path path, long seed) implements PlannedTask {
    /**
     * All tasks of a folder, ordered by path.
     *
     * @throws InputException if there is no folder, or no task in it
     */
    static List<Stored> in(Path folder, long seed) {
      if (!Files.isDirectory(folder)) {
        throw InputException.in(folder, "there is no such folder");
      }
      List<Path> paths = TaskFiles.find(folder);
      if (paths.isEmpty()) {
        throw InputException.in(folder, "there is no task in this folder");
      }
      return paths.stream().map(path -> new Stored(path, seed)).toList();
    }

    @Override
    public String name() {
      return path.getFileName().toString().replaceFirst("\\.npz$", "");
    }

    @Override
    public int firstRun() {
      return 0;
    }

    @Override
    public long steps() {
      return 0;
    }

    @Override
    public Path prepare(Progress progress) {
      return path;
    }
  }

  /**
   * A task to train; its file name contains a digest of everything it depends on.
   *
   * @param files the list of trained files
   */
  record Trained(
      TaskTrainer trainer, TrainingOrder order, TrainedFiles files, String name, int firstRun)
      implements PlannedTask {
    @Override
    public long seed() {
      return order.seed();
    }

    @Override
    public long steps() {
      return Files.isRegularFile(order.task()) ? 0 : trainer.steps(order);
    }

    @Override
    public Path prepare(Progress progress) {
      // The trainer writes the file completely or not at all, so an existing one is finished.
      if (!Files.isRegularFile(order.task())) {
        progress.running("training " + name);
        files.start(order.task());
        trainer.train(order, progress);
      }
      files.finish(order.task());
      return order.task();
    }
  }
}

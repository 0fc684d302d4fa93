package org.transcal.cli.experiment;

import java.nio.file.Path;
import org.transcal.cli.terminal.Progress;

/** A task that an experiment will run, before it is read. */
interface PlannedTask {
  /** The name under which results list it. */
  String name();

  /** The seed of its first run. */
  long seed();

  /** How many runs of tasks of the same name come before. */
  int firstRun();

  /** Steps that {@link #prepare} will advance. */
  long steps();

  /** Makes the task where it does not exist yet, and says where it is. */
  Path prepare(Progress progress);

  /**
   * A task that somebody made.
   *
   * @param path where it is
   * @param seed the seed of its first run
   */
  record Stored(Path path, long seed) implements PlannedTask {
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
}

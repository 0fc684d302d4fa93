package org.transcal.cli.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.transcal.cli.plan.PlanFile;
import org.transcal.io.TaskFiles;
import org.transcal.io.file.InputException;

/** The tasks of a folder. */
final class StoredTasks {
  private StoredTasks() {}

  /** A plan of nothing but a folder of tasks. */
  static PlanFile plan(Path folder) {
    return new PlanFile(
        List.of(folder),
        List.of(),
        List.of(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }

  /**
   * All of them, by path.
   *
   * @throws InputException where there is no folder, or no task in it
   */
  static List<PlannedTask.Stored> in(Path folder, long seed) {
    if (!Files.isDirectory(folder)) {
      throw InputException.in(folder, "there is no such folder");
    }
    List<Path> paths = TaskFiles.find(folder);
    if (paths.isEmpty()) {
      throw InputException.in(folder, "there is no task in this folder");
    }
    return paths.stream().map(path -> new PlannedTask.Stored(path, seed)).toList();
  }
}

package org.transcal.cli.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.io.table.Table;
import org.transcal.workflow.StandardInput;
import org.transcal.workflow.TaskInput;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * The task of a command, in files of arrays or in a table, and whether a poor model is accepted.
 */
public final class TaskOptions extends TaskTable {
  @Parameters(
      paramLabel = "TASK",
      description = {
        "A .npz file, a folder of .npy or .csv files, or the PREFIX of"
            + " PREFIX_source_val_output.npy … or PREFIX_output.csv …, or a table with --logits;"
            + " - for a .npz on standard input"
      })
  private Path path;

  @Mixin private PoorSource poorSource;

  /** The file, folder, prefix or pattern. */
  public Path path() {
    return path;
  }

  /** The table, if its columns are given. */
  public Optional<Table> table() {
    return table(path);
  }

  /** Reads the task in a table, if there is one, else in files of arrays. */
  public TaskInput read(Terminal terminal) {
    return read(terminal, table(), Optional.empty());
  }

  /** Reads the task in files of arrays even if the columns of a table are given for others. */
  public TaskInput readArchive(Terminal terminal) {
    return read(terminal, isArchive(path) ? Optional.empty() : table(), Optional.empty());
  }

  /**
   * Reads the task and prints its warnings.
   *
   * @param array the location of another array that is used, perhaps in the same file
   * @throws org.transcal.calibration.CalibrationException if the model is no better than chance on
   *     its source and that is not allowed
   */
  public TaskInput read(Terminal terminal, Optional<Table> table, Optional<String> array) {
    List<String> others =
        array
            .filter(location -> location.startsWith(path + ":"))
            .map(location -> location.substring(path.toString().length() + 1))
            .stream()
            .toList();
    LoadedTask loaded =
        table.map(Table::task).orElseGet(() -> TaskFiles.load(StandardInput.orFile(path), others));
    terminal.finished("read " + path);
    TaskInput input = poorSource.check(loaded, path.toString(), terminal);
    return path.toString().equals("-") ? input : input.named(path.toString());
  }
}

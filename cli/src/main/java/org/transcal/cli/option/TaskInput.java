package org.transcal.cli.option;

import java.nio.file.Path;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.LoadedTask;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The task a command reads. */
public final class TaskInput {
  @Parameters(
      paramLabel = "TASK",
      description = {
        "A .npz file, a folder of .npy or .csv files, or the PREFIX of"
            + " PREFIX_source_val_output.npy … or PREFIX_output.csv …"
      })
  private Path path;

  @Mixin private PoorSource poorSource;

  /** The path as given. */
  public Path path() {
    return path;
  }

  /**
   * Reads the task and prints its warnings.
   *
   * @throws org.transcal.calibration.CalibrationException if the model is no better than chance on
   *     its source and that is not allowed
   */
  public LoadedTask read(Terminal terminal) {
    return poorSource.read(path, path.toString(), terminal::warn);
  }

  /** Adds the options to a command. */
  public void addTo(ShellCommand command) {
    poorSource.addTo(command);
  }
}

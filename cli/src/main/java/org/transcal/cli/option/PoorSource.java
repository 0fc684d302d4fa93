package org.transcal.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.transcal.calibration.CalibrationException;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.shift.SourceCheck;
import picocli.CommandLine.Option;

/** {@code --allow-poor-source}: accept a model that is no better than chance on its source. */
public final class PoorSource {
  private static final String OPTION = "--allow-poor-source";

  @Option(
      names = OPTION,
      description = "Continue even if source validation accuracy is not above 1/K.")
  private boolean allowed;

  /**
   * Reads a task and checks its source validation accuracy.
   *
   * @param name the task's name in messages
   * @param warn receives warnings as they arise; the result holds them all
   * @throws CalibrationException if the accuracy is not above 1/K and that is not allowed
   */
  public LoadedTask read(Path path, String name, Consumer<List<String>> warn) {
    return check(TaskFiles.load(path), name, warn);
  }

  /** Checks the source validation accuracy of a task; see {@link #read}. */
  public LoadedTask check(LoadedTask loaded, String name, Consumer<List<String>> warn) {
    warn.accept(loaded.warnings());
    SourceCheck check = SourceCheck.of(loaded.task());
    if (check.isNotAboveChance() && !allowed) {
      throw new CalibrationException(
          name + ": " + check.concern().orElseThrow() + " To continue anyway: " + OPTION);
    }
    List<String> concerns = check.concern().stream().toList();
    warn.accept(concerns);
    List<String> warnings = new ArrayList<>(loaded.warnings());
    warnings.addAll(concerns);
    return new LoadedTask(
        loaded.task(),
        loaded.targetLabels(),
        loaded.classNames(),
        loaded.featureNames(),
        loaded.digests(),
        warnings);
  }

  /** Adds the option to a command if it was given. */
  public ShellCommand addTo(ShellCommand command) {
    return allowed ? command.add(OPTION) : command;
  }
}

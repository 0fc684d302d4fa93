package org.transcal.cli.option;

import org.transcal.cli.terminal.Terminal;
import org.transcal.io.LoadedTask;
import org.transcal.workflow.TaskInput;
import picocli.CommandLine.Option;

/** {@code --allow-poor-source}: accept a model that is no better than chance on its source. */
public final class PoorSource {
  @Option(
      names = "--allow-poor-source",
      description = "Continue even if source validation accuracy is not above 1/K.")
  private boolean allowed;

  /** Whether such a model is accepted. */
  public boolean isAllowed() {
    return allowed;
  }

  /**
   * A task as input, its warnings printed.
   *
   * @param name the task's name in messages
   * @throws org.transcal.calibration.CalibrationException if the model is no better than chance and
   *     that is not allowed
   */
  public TaskInput check(LoadedTask loaded, String name, Terminal terminal) {
    TaskInput input = TaskInput.of(loaded);
    terminal.warn(loaded.warnings());
    if (!allowed) {
      input.requireBetterThanChance(name);
    }
    terminal.warn(input.sourceConcern().stream().toList());
    return input;
  }
}

package org.transcal.cli.source;

import java.util.List;
import org.transcal.calibration.CalibrationException;
import org.transcal.shift.SourceCheck;
import org.transcal.task.TransferTask;
import picocli.CommandLine.Option;

/** {@code --allow-poor-source}: whether to go on with a model that does not know its source. */
public final class PoorSource {
  private static final String OPTION = "--allow-poor-source";

  @Option(names = OPTION, description = "Go on if source validation accuracy is not above 1/K.")
  private boolean allowed;

  /**
   * Warnings about the accuracy on source validation rows.
   *
   * @param name names the task in messages
   * @throws CalibrationException if the accuracy is not above 1/K, unless that is allowed
   */
  public List<String> check(String name, TransferTask task) {
    SourceCheck check = SourceCheck.of(task);
    if (check.isNotAboveChance() && !allowed) {
      throw new CalibrationException(
          name + ": " + check.concern().orElseThrow() + " To go on anyway: " + OPTION);
    }
    return check.concern().stream().toList();
  }

  /** The option as it was given, for the command in reports; empty if it was not. */
  public List<String> words() {
    return allowed ? List.of(OPTION) : List.of();
  }
}

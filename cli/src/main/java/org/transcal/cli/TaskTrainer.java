package org.transcal.cli;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.transcal.cli.terminal.Progress;

/**
 * Trains a domain-adaptation model and writes it as a task, for commands that need one trained on
 * the way.
 *
 * <p>Implementations are found by {@link ServiceLoader}: the add-on {@code adapt} brings one, and
 * the basic command has none.
 */
public interface TaskTrainer {
  /** The trainer that is present, if any. */
  static Optional<TaskTrainer> find() {
    return ServiceLoader.load(TaskTrainer.class).findFirst();
  }

  /** Names of the adaptation methods it knows, such as {@code cdan-e}. */
  List<String> methods();

  /** How many times {@link #train} will {@link Progress#advance advance} by one step. */
  long steps(TrainingOrder order);

  /**
   * Trains and writes the task file, whole or not at all.
   *
   * @return what the user should know, one line each: the preparation chosen, rows used
   * @throws org.transcal.io.file.InputException where the data set cannot be used as ordered
   * @throws org.transcal.calibration.CalibrationException where training diverged; nothing is
   *     written then
   * @throws IllegalArgumentException if the method is none of {@link #methods()}
   */
  List<String> train(TrainingOrder order, Progress progress);
}

package org.transcal.workflow;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Trains a domain-adaptation model and writes its outputs as a task.
 *
 * <p>Implementations are found by {@link ServiceLoader}; the add-on {@code adapt} has one.
 */
public interface TaskTrainer {
  /** The installed trainer, if any. */
  static Optional<TaskTrainer> find() {
    return ServiceLoader.load(TaskTrainer.class).findFirst();
  }

  /** Names of its adaptation methods, such as {@code cdan-e}. */
  List<String> methods();

  /** Number of progress steps of {@link #train}. */
  long steps(TrainingOrder order);

  /**
   * Trains and writes the task file, completely or not at all.
   *
   * @return notes for the user, such as the preprocessing chosen and the rows used
   * @throws org.transcal.io.file.InputException if the data set does not fit the order
   * @throws org.transcal.calibration.CalibrationException if training diverged
   * @throws IllegalArgumentException if the method is not one of {@link #methods()}
   */
  List<String> train(TrainingOrder order, Progress progress);
}
